#pragma once

#include "limits/rules.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

namespace verbatim::core::limits {

/// Sums amounts of the last minute, by the second. Reads no clock; times never go back. Used under a lock.
class minute_window
{
public:
    using time_point = std::chrono::steady_clock::time_point;

    void add(std::int64_t amount, time_point now) noexcept;

    /// The amounts of this second and of the 59 before it.
    std::int64_t sum(time_point now) noexcept;

    /// The time until the sum is below `limit`, if nothing is added; 0 if it is. `limit` is positive.
    std::chrono::seconds wait_below(std::int64_t limit, time_point now) noexcept;

private:
    static constexpr std::int64_t seconds = 60;

    /// Drops the amounts of seconds that have left the window.
    void advance(time_point now) noexcept;

    std::array<std::int64_t, seconds> amounts_{}; ///< by second modulo 60
    std::int64_t                      total_ = 0;
    std::int64_t                      last_  = 0; ///< the second of the last call
};

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
