#include "llm/retry.hpp"

#include <algorithm>

namespace verbatim::core::llm {

namespace {

using std::chrono::seconds;

constexpr seconds min_remaining{10}; // docs/reference/provider.md#deadlines-and-attempts
constexpr int     max_budgets = 3;   // attempt budgets per connection

/// Upper bounds of the waits: 1, 2, 4, 8, 10, 10, … s.
seconds backoff(int earlier_waits)
{
    constexpr seconds max_wait{10};
    return earlier_waits < 4 ? seconds{1 << earlier_waits} : max_wait;
}

/// 529: the provider is overloaded.
bool is_temporary(int status)
{
    return status == 500 || status == 502 || status == 503 || status == 504 || status == 529;
}

std::optional<retry_plan::duration> minimum_wait(const attempt_result& result)
{
    using enum sdk::failure_cause;
    return result.cause == rate_limited || result.cause == server_error ? result.retry_after : std::nullopt;
}

} // namespace

retry_plan::retry_plan(clock::time_point now, clock::time_point deadline, duration budget,
                       const connection_limits& limits)
    : start_{now}
    , deadline_{deadline}
    , budget_{budget}
    , limits_{limits}
{}

std::optional<retry_plan> retry_plan::begin(clock::time_point now, clock::time_point deadline,
                                            const connection_limits& limits, duration min_attempt)
{
    const auto remaining = std::chrono::floor<duration>(deadline - now);
    if (remaining < min_remaining) return std::nullopt;
    const auto share = std::max(remaining / max_budgets, std::min(min_attempt, remaining));
    return retry_plan{now, deadline, std::min(limits.max_attempt, share), limits};
}

retry_plan retry_plan::restarted(clock::time_point now) const { return retry_plan{now, deadline_, budget_, limits_}; }

retry_plan::clock::time_point retry_plan::latest_start(clock::time_point deadline) noexcept
{
    return deadline - min_remaining;
}

retry_plan::clock::time_point retry_plan::latest_retry(clock::time_point deadline) noexcept
{
    return deadline - shortest_attempt;
}

std::optional<retry_plan::duration> retry_plan::next_budget(clock::time_point now) const
{
    if (!fits(duration::zero(), now)) return std::nullopt;
    return std::min(budget_, std::chrono::floor<duration>(deadline_ - now));
}

std::optional<retry_plan::duration> retry_plan::wait_after(const attempt_result& result, clock::time_point now,
                                                           double jitter)
{
    if (!may_retry(result, now)) return std::nullopt;

    const auto upper  = std::chrono::duration_cast<duration>(backoff(wait_count_++));
    const auto random = std::chrono::duration_cast<duration>(upper * std::clamp(jitter, 0.0, 1.0));
    const auto floor  = minimum_wait(result);
    if (!floor) return fits(random, now) ? std::optional{random} : std::nullopt;

    const auto latest = std::min(start_ + max_budgets * budget_, latest_retry(deadline_));
    if (now + *floor > latest) return std::nullopt;
    return std::min(*floor + random, std::chrono::floor<duration>(latest - now));
}

/// Counts the retry.
bool retry_plan::may_retry(const attempt_result& result, clock::time_point now)
{
    using enum failure_effects::retry_rule;
    if (!result.cause || now >= start_ + max_budgets * budget_) return false;
    if (result.cause == sdk::failure_cause::server_error && !is_temporary(result.http_status)) return false;
    const auto rule = effects_of(*result.cause).retry;
    if (rule == never || (rule == limited_if_waiting && !limits_.retries_interrupted)) return false;
    return rule == always || retries_++ < limits_.max_retries;
}

bool retry_plan::fits(duration wait, clock::time_point now) const { return now + wait + shortest_attempt <= deadline_; }

} // namespace verbatim::core::llm
