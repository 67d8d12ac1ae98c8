#pragma once

#include "llm/attempt_result.hpp"

#include <chrono>
#include <optional>

namespace verbatim::core::llm {

/// Decides whether and when to retry, docs/reference/provider.md#retries, without a clock. Created when the call
/// leaves the queue; call `next_budget` before each attempt and `wait_after` after each failed attempt.
class retry_plan
{
public:
    using clock    = std::chrono::steady_clock;
    using duration = std::chrono::milliseconds;

    /// No attempt starts with less time left: docs/reference/provider.md#deadlines-and-attempts.
    static constexpr std::chrono::seconds shortest_attempt{1};

    /// How long and how often a call may use a connection.
    struct connection_limits
    {
        duration max_attempt{0};

        /// Of timeouts, server errors and failed connections together. The default reports a provider that is down
        /// within seconds.
        int max_retries = 2;

        /// Whether interrupted attempts are retried like failed connections.
        bool retries_interrupted = false;
    };

    /// `now` is the start of the first attempt of the call. None when too little time is left for an attempt; the call
    /// then fails with analysis_timeout. `min_attempt`: see sdk::time_limits.
    static std::optional<retry_plan> begin(clock::time_point now, clock::time_point deadline,
                                           const connection_limits& limits, duration min_attempt = duration::zero());

    /// The plan of a connection whose first attempt starts later than that of the call.
    retry_plan restarted(clock::time_point now) const;

    /// Latest start of a first attempt.
    static clock::time_point latest_start(clock::time_point deadline) noexcept;

    /// Latest start of a retry.
    static clock::time_point latest_retry(clock::time_point deadline) noexcept;

    /// Time limit of the next attempt; none when too little time is left for it.
    std::optional<duration> next_budget(clock::time_point now) const;

    /// Time to wait before the next attempt; none when the result is final. `jitter` is a random number from 0 to 1, so
    /// that replicas of the server do not retry in step.
    std::optional<duration> wait_after(const attempt_result& result, clock::time_point now, double jitter);

    /// Time limit of an attempt, unless the deadline comes first.
    duration budget() const noexcept { return budget_; }

private:
    retry_plan(clock::time_point now, clock::time_point deadline, duration budget, const connection_limits& limits);

    bool fits(duration wait, clock::time_point now) const;
    bool may_retry(const attempt_result& result, clock::time_point now);

    clock::time_point start_;
    clock::time_point deadline_;
    duration          budget_;
    connection_limits limits_;
    int               wait_count_ = 0;
    int               retries_    = 0; ///< that connection_limits::max_retries limits
};

} // namespace verbatim::core::llm
