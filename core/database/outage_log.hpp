#pragma once

#include "verbatim/sdk/log.hpp"

#include <chrono>
#include <initializer_list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::database {

/// Logs that a component is unavailable, at most once a minute and by error kind only, and logs its recovery once after
/// a logged outage. Events are `COMPONENT_unavailable` and `COMPONENT_available`. [any thread]
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
    std::mutex                                           mutex_;
    sdk::log*                                            log_; ///< null after detach_log()
    const std::string                                    component_;
    std::optional<std::chrono::steady_clock::time_point> last_report_;
    bool                                                 recovery_reported_ = true;
};

} // namespace verbatim::core::database
