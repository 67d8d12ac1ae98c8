#include "reporting/failed_periods.hpp"

#include <algorithm>
#include <new>

namespace verbatim::core::reporting {

std::string_view error_name(const std::exception& error) noexcept
{
    if (const auto* failure = dynamic_cast<const database::failure*>(&error))
        return database::to_string(failure->kind());
    return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ? "no_memory" : "internal_error";
}

std::chrono::seconds failed_periods::add(const period_failure& failure, clock::time_point now)
{
    const auto [entry, is_new] = waits_.try_emplace({failure.level, failure.start}, back_off{first_wait, {}});
    auto& [wait, end]          = entry->second;
    if (!is_new) wait = std::min(2 * wait, longest_wait);
    end = now + wait;
    return wait;
}

period_set failed_periods::waiting(clock::time_point now) const
{
    period_set periods;
    for (const auto& [period, state] : waits_)
        if (now < state.end) periods.insert(period);
    return periods;
}

void failed_periods::keep(const period_set& marked)
{
    std::erase_if(waits_, [&](const auto& entry) { return !marked.contains(entry.first); });
}

} // namespace verbatim::core::reporting
