#include "database/outage_log.hpp"

namespace verbatim::core::database {

void outage_log::report_outage(std::string_view error) noexcept
{
    const std::scoped_lock lock{mutex_};
    const auto             now = std::chrono::steady_clock::now();
    if (log_ == nullptr || (last_report_ && now - *last_report_ < std::chrono::minutes{1})) return;
    last_report_       = now;
    recovery_reported_ = false;
    try
    {
        log_->write(sdk::severity::warning, component_ + "_unavailable", {{"error_class", error}});
    }
    catch (...)
    {} // out of memory; the metrics show the outage too
}

void outage_log::report_recovery(std::initializer_list<sdk::log_field> fields) noexcept
{
    const std::scoped_lock lock{mutex_};
    if (log_ == nullptr || recovery_reported_) return;
    recovery_reported_ = true;
    try
    {
        log_->write(sdk::severity::info, component_ + "_available", fields);
    }
    catch (...)
    {}
}

void outage_log::detach_log() noexcept
{
    const std::scoped_lock lock{mutex_};
    log_ = nullptr;
}

} // namespace verbatim::core::database
