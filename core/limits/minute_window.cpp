#include "limits/minute_window.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::limits {

namespace {

std::size_t slot_of(std::int64_t second, std::int64_t slots) { return static_cast<std::size_t>(second % slots); }

} // namespace

void minute_window::advance(time_point now) noexcept
{
    const auto current = std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count();
    const auto first   = std::max(last_ + 1, current - seconds + 1);
    for (auto second = first; second <= current; ++second)
        total_ -= std::exchange(amounts_[slot_of(second, seconds)], 0);
    last_ = std::max(last_, current);
}

void minute_window::add(std::int64_t amount, time_point now) noexcept
{
    advance(now);
    amounts_[slot_of(last_, seconds)] += amount;
    total_ += amount;
}

std::int64_t minute_window::sum(time_point now) noexcept
{
    advance(now);
    return total_;
}

std::chrono::seconds minute_window::wait_below(std::int64_t limit, time_point now) noexcept
{
    advance(now);
    auto left = total_;
    for (std::int64_t wait = 0; wait != seconds; ++wait)
    {
        if (left < limit) return std::chrono::seconds{wait};
        left -= amounts_[slot_of(last_ + 1 + wait, seconds)];
    }
    return std::chrono::seconds{seconds};
}

} // namespace verbatim::core::limits
