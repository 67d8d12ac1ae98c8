#pragma once

#include "verbatim/sdk/log.hpp"

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>

namespace verbatim::core::recording {

/// Says that something is away, by the class of the trouble alone and at most once a minute, and that it is back when
/// it has said the first. [any thread]
class outage_log
{
public:
    using clock = std::chrono::steady_clock;

    /// `what`, for example "database", lives as long as this.
    outage_log(sdk::log& log, std::string_view component) noexcept
        : log_{&log}
        , component_{component}
    {}

    void report_outage(std::string_view error, clock::time_point now) noexcept;
    void report_recovery(std::uint64_t rows_waiting) noexcept;

    /// Not another word.
    void detach_log() noexcept;

private:
    std::mutex                       mutex_;
    sdk::log*                        log_; ///< none after hush()
    std::string_view                 component_;
    std::optional<clock::time_point> last_report_;
    bool                             recovery_reported_ = true;
};

} // namespace verbatim::core::recording
