#pragma once

#include "llm/attempt_result.hpp"

#include <chrono>
#include <optional>

namespace verbatim::core::llm {

/// When to retry and when to stop, docs/reference/provider.md#retries, without a clock. Made when the call really
/// starts; `next_budget` before each attempt, `wait_after` after each that failed.
class retry_plan
{
public:
    using clock    = std::chrono::steady_clock;
    using duration = std::chrono::milliseconds;

    /// None when less is left than any attempt is worth: the call ends with analysis_timeout.
    static std::optional<retry_plan> begin(clock::time_point now, clock::time_point deadline,
                                           duration max_attempt_duration);

    /// The latest moment at which a first attempt may still start.
    static clock::time_point latest_start(clock::time_point deadline) noexcept;

    /// The latest moment at which another one may.
    static clock::time_point latest_retry(clock::time_point deadline) noexcept;

    /// How long the attempt about to start may take; none when it is too late for it.
    std::optional<duration> next_budget(clock::time_point now) const;

    /// How long to wait for another attempt; none when this ending was the last word.
    std::optional<duration> wait_after(const attempt_result& result, clock::time_point now);

    /// Of every attempt that the deadline does not cut shorter.
    duration budget() const noexcept { return budget_; }

private:
    retry_plan(clock::time_point now, clock::time_point deadline, duration budget);

    bool                    fits(duration wait, clock::time_point now) const;
    std::optional<duration> backoff_after(const attempt_result& result, clock::time_point now);

    clock::time_point start_;
    clock::time_point deadline_;
    duration          budget_;
    int               wait_count_  = 0;
    bool              reconnected_ = false;
};

} // namespace verbatim::core::llm
