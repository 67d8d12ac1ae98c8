#include "database/outage_log.hpp"

namespace verbatim::core::database {

/// A component that fails and recovers all the time does not flood the log.
bool outage_log::may_report(clock::time_point now) const
{
    constexpr std::chrono::minutes interval{1};
    const auto is_recent = [&](std::size_t report) { return now - reports_[report % max_reports] < interval; };
    if (!recovery_reported_) return !is_recent(count_ - 1);
    return count_ < max_reports || !is_recent(count_);
}

void outage_log::report_outage(std::string_view error) noexcept
{
    const std::scoped_lock lock{mutex_};
    const auto             now = clock::now();
    if (log_ == nullptr || !may_report(now)) return;
    reports_[count_++ % max_reports] = now;
    recovery_reported_               = false;
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
