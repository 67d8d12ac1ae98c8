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

    /// Retries of server errors and failed connections together: a provider that is down is reported within seconds.
    static constexpr int usual_failure_retries = 2;

    /// None when too little time is left for an attempt; the call then fails with analysis_timeout. `min_attempt`: see
    /// sdk::time_limits. With more failure retries than usual, interrupted attempts are retried too.
    static std::optional<retry_plan> begin(clock::time_point now, clock::time_point deadline,
                                           duration max_attempt_duration, duration min_attempt = duration::zero(),
                                           int max_failure_retries = usual_failure_retries);

    /// A plan with the same limits for another connection, whose first attempt starts now.
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
    retry_plan(clock::time_point now, clock::time_point deadline, duration budget, int max_failure_retries);

    bool fits(duration wait, clock::time_point now) const;
    bool may_retry(const attempt_result& result, clock::time_point now);

    clock::time_point start_;
    clock::time_point deadline_;
    duration          budget_;
    int               max_failure_retries_;
    int               wait_count_      = 0;
    int               failure_retries_ = 0; ///< of server errors and failed connections
};

} // namespace verbatim::core::llm
