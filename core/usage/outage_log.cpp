#include "usage/outage_log.hpp"

#include <string>

namespace verbatim::core::usage {

void outage_log::away(std::string_view why, clock::time_point now) noexcept
{
    const std::scoped_lock lock{guard_};
    if (log_ == nullptr || (said_ && now - *said_ < std::chrono::minutes{1})) return;
    said_     = now;
    answered_ = false;
    try
    {
        log_->write(sdk::severity::warning, std::string{what_} + " unavailable", {{"error_class", why}});
    }
    catch (...)
    {
        // The figures tell it too.
    }
}

void outage_log::back(std::uint64_t rows_waiting) noexcept
{
    const std::scoped_lock lock{guard_};
    if (log_ == nullptr || answered_) return;
    answered_ = true;
    try
    {
        log_->write(sdk::severity::info, std::string{what_} + " back",
                    {{"rows_waiting", static_cast<std::int64_t>(rows_waiting)}});
    }
    catch (...)
    {}
}

void outage_log::hush() noexcept
{
    const std::scoped_lock lock{guard_};
    log_ = nullptr;
}

} // namespace verbatim::core::usage
