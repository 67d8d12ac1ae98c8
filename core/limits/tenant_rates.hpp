#pragma once

#include "limits/limit_kind.hpp"
#include "limits/minute_window.hpp"
#include "limits/rules.hpp"

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

namespace verbatim::core::limits {

/// Why a call was not admitted, and when it may be.
struct refusal
{
    limit_kind           limit;
    std::chrono::seconds retry_after{1};
};

/// Counts the requests, tokens and calls of a tenant on this server. Reads no clock. [any thread]
class tenant_rates
{
public:
    using time_point = minute_window::time_point;

    /// Counts a request and a call in flight, or returns why not and counts nothing.
    std::optional<refusal> admit(const tenant_limits& limits, time_point now);

    /// Counts a request that will run later, or returns why not.
    std::optional<refusal> count_request(const tenant_limits& limits, time_point now);

    /// Counts a call in flight whose request was counted when it arrived, or returns why not.
    std::optional<refusal> admit_stored(const tenant_limits& limits, time_point now);

    void end_call() noexcept;
    void add_tokens(std::int64_t tokens, time_point now) noexcept;

    struct totals
    {
        std::int64_t         requests = 0; ///< in the last minute
        std::int64_t         tokens   = 0;
        std::int64_t         calls    = 0;
        std::chrono::seconds requests_wait{0}; ///< until none is in the window
        std::chrono::seconds tokens_wait{0};
    };
    totals read(time_point now);

private:
    std::optional<refusal> refusal_of_request(const tenant_limits& limits, time_point now) noexcept;
    std::optional<refusal> refusal_of_call(const tenant_limits& limits, time_point now) noexcept;

    std::mutex    mutex_;
    minute_window requests_;
    minute_window tokens_;
    std::int64_t  calls_ = 0;
};

} // namespace verbatim::core::limits
