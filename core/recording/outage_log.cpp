#include "recording/outage_log.hpp"

#include <string>

namespace verbatim::core::recording {

void outage_log::report_outage(std::string_view error, clock::time_point now) noexcept
{
    const std::scoped_lock lock{mutex_};
    if (log_ == nullptr || (last_report_ && now - *last_report_ < std::chrono::minutes{1})) return;
    last_report_       = now;
    recovery_reported_ = false;
    try
    {
        log_->write(sdk::severity::warning, std::string{component_} + "_unavailable", {{"error_class", error}});
    }
    catch (...)
    {
        // The figures tell it too.
    }
}

void outage_log::report_recovery(std::uint64_t rows_waiting) noexcept
{
    const std::scoped_lock lock{mutex_};
    if (log_ == nullptr || recovery_reported_) return;
    recovery_reported_ = true;
    try
    {
        log_->write(sdk::severity::info, std::string{component_} + "_available",
                    {{"rows_waiting", static_cast<std::int64_t>(rows_waiting)}});
    }
    catch (...)
    {}
}

void outage_log::detach_log() noexcept
{
    const std::scoped_lock lock{mutex_};
    log_ = nullptr;
}

} // namespace verbatim::core::recording
