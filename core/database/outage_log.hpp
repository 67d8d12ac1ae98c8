#pragma once

#include "verbatim/sdk/log.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <initializer_list>
#include <mutex>
#include <string>
#include <string_view>

namespace verbatim::core::database {

/// Logs that a component is unavailable, by error kind only, and its recovery once after a logged outage. An outage is
/// logged when it begins and once a minute while it lasts, altogether at most `max_reports` times a minute. Events are
/// `COMPONENT_unavailable` and `COMPONENT_available`. [any thread]
class outage_log
{
public:
    outage_log(sdk::log& log, std::string component)
        : log_{&log}
        , component_{std::move(component)}
    {}

    void report_outage(std::string_view error) noexcept;
    void report_recovery(std::initializer_list<sdk::log_field> fields = {}) noexcept;

    /// Later reports log nothing, so the log may be destroyed before this object.
    void detach_log() noexcept;

private:
    using clock = std::chrono::steady_clock;

    bool may_report(clock::time_point now) const;

    static constexpr std::size_t max_reports = 6;

    std::mutex                                 mutex_;
    sdk::log*                                  log_; ///< null after detach_log()
    const std::string                          component_;
    std::array<clock::time_point, max_reports> reports_{}; ///< the last ones, at `count_` modulo the size next
    std::size_t                                count_             = 0;
    bool                                       recovery_reported_ = true;
};

} // namespace verbatim::core::database
