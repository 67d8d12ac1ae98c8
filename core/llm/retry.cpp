#include "llm/retry.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::llm {

namespace {

using std::chrono::seconds;

constexpr seconds shortest_remainder{10}; // contract 2.6
constexpr seconds shortest_attempt{1};
constexpr int     attempts_paid_for = 3; // budgets that one call may use up

/// 1, 2, 4, 8, 10, 10, … s.
seconds own_wait(int earlier_waits)
{
    constexpr seconds longest{10};
    return earlier_waits < 4 ? seconds{1 << earlier_waits} : longest;
}

} // namespace

retry_plan::retry_plan(clock::time_point now, clock::time_point deadline, duration budget)
    : started_{now}
    , deadline_{deadline}
    , budget_{budget}
{}

std::optional<retry_plan> retry_plan::begin(clock::time_point now, clock::time_point deadline, duration longest_attempt)
{
    const auto remaining = std::chrono::floor<duration>(deadline - now);
    if (remaining < shortest_remainder) return std::nullopt;
    return retry_plan{now, deadline, std::min(longest_attempt, remaining / attempts_paid_for)};
}

retry_plan::clock::time_point retry_plan::latest_start(clock::time_point deadline) noexcept
{
    return deadline - shortest_remainder;
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

std::optional<retry_plan::duration> retry_plan::wait_after(const outcome& ended, clock::time_point now)
{
    switch (ended.how)
    {
    case ending::timed_out:
    case ending::rate_limited: return backed_off(ended, now);
    case ending::cut_off:
        // A kept connection that the other side closed meanwhile: nothing was answered, so it is worth one more, at
        // once.
        if (std::exchange(reconnected_, true) || !fits(duration::zero(), now)) return std::nullopt;
        return duration::zero();
    case ending::answered:
    case ending::refused:
    case ending::failed:
    case ending::unusable: return std::nullopt;
    }
    return std::nullopt;
}

std::optional<retry_plan::duration> retry_plan::backed_off(const outcome& ended, clock::time_point now)
{
    const auto paid_for = started_ + attempts_paid_for * budget_;
    if (now >= paid_for) return std::nullopt;

    duration wait = own_wait(waits_++);
    if (ended.how == ending::rate_limited && ended.retry_after && *ended.retry_after > wait &&
        now + *ended.retry_after <= paid_for && fits(*ended.retry_after, now))
        wait = *ended.retry_after;
    return fits(wait, now) ? std::optional{wait} : std::nullopt;
}

bool retry_plan::fits(duration wait, clock::time_point now) const { return now + wait + shortest_attempt <= deadline_; }

} // namespace verbatim::core::llm
