#pragma once

#include "verbatim/sdk/log.hpp"

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>

namespace verbatim::core::usage {

/// Says that something is away, by the class of the trouble alone and at most once a minute, and that it is back when
/// it has said the first. [any thread]
class outage_log
{
public:
    using clock = std::chrono::steady_clock;

    /// `what`, for example "database", lives as long as this.
    outage_log(sdk::log& to, std::string_view what) noexcept
        : log_{&to}
        , what_{what}
    {}

    void away(std::string_view why, clock::time_point now) noexcept;
    void back(std::uint64_t rows_waiting) noexcept;

    /// Not another word.
    void hush() noexcept;

private:
    std::mutex                       guard_;
    sdk::log*                        log_; ///< none after hush()
    std::string_view                 what_;
    std::optional<clock::time_point> said_;
    bool                             answered_ = true;
};

} // namespace verbatim::core::usage
