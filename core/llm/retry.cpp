#include "llm/retry.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::llm {

namespace {

using std::chrono::seconds;

constexpr seconds min_remaining{10}; // docs/reference/provider.md#deadlines-and-attempts
constexpr seconds min_attempt{1};
constexpr int     max_budgets = 3; // attempt budgets per call

/// 1, 2, 4, 8, 10, 10, … s.
seconds backoff(int earlier_waits)
{
    constexpr seconds max_wait{10};
    return earlier_waits < 4 ? seconds{1 << earlier_waits} : max_wait;
}

} // namespace

retry_plan::retry_plan(clock::time_point now, clock::time_point deadline, duration budget)
    : start_{now}
    , deadline_{deadline}
    , budget_{budget}
{}

std::optional<retry_plan> retry_plan::begin(clock::time_point now, clock::time_point deadline,
                                            duration max_attempt_duration)
{
    const auto remaining = std::chrono::floor<duration>(deadline - now);
    if (remaining < min_remaining) return std::nullopt;
    return retry_plan{now, deadline, std::min(max_attempt_duration, remaining / max_budgets)};
}

retry_plan::clock::time_point retry_plan::latest_start(clock::time_point deadline) noexcept
{
    return deadline - min_remaining;
}

retry_plan::clock::time_point retry_plan::latest_retry(clock::time_point deadline) noexcept
{
    return deadline - min_attempt;
}

std::optional<retry_plan::duration> retry_plan::next_budget(clock::time_point now) const
{
    if (!fits(duration::zero(), now)) return std::nullopt;
    return std::min(budget_, std::chrono::floor<duration>(deadline_ - now));
}

std::optional<retry_plan::duration> retry_plan::wait_after(const attempt_result& result, clock::time_point now)
{
    switch (result.status)
    {
    case attempt_status::timed_out:
    case attempt_status::rate_limited: return backoff_after(result, now);
    case attempt_status::disconnected:
        // The provider closed an idle connection before it responded: retry once, without a wait.
        if (std::exchange(reconnected_, true) || !fits(duration::zero(), now)) return std::nullopt;
        return duration::zero();
    case attempt_status::completed:
    case attempt_status::refused:
    case attempt_status::failed:
    case attempt_status::invalid_response: return std::nullopt;
    }
    return std::nullopt;
}

std::optional<retry_plan::duration> retry_plan::backoff_after(const attempt_result& result, clock::time_point now)
{
    const auto budget_end = start_ + max_budgets * budget_;
    if (now >= budget_end) return std::nullopt;

    duration wait = backoff(wait_count_++);
    if (result.status == attempt_status::rate_limited && result.retry_after && *result.retry_after > wait &&
        now + *result.retry_after <= budget_end && fits(*result.retry_after, now))
        wait = *result.retry_after;
    return fits(wait, now) ? std::optional{wait} : std::nullopt;
}

bool retry_plan::fits(duration wait, clock::time_point now) const { return now + wait + min_attempt <= deadline_; }

} // namespace verbatim::core::llm
