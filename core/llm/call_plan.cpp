#include "llm/call_plan.hpp"

#include <algorithm>

namespace verbatim::core::llm {

namespace {

// Of calls that wait for a connection.
constexpr int                  max_failure_retries = 20; // with their waits about a minute and a half
constexpr std::chrono::minutes max_outage{2};

/// Whether the result ends the call: other models would refuse or truncate as well.
bool ends_call(const attempt_result& result)
{
    using enum sdk::failure_cause;
    return result.cause == policy || result.cause == truncated || result.cause == cancelled;
}

} // namespace

call_plan::step call_plan::next(time_point now)
{
    while (position_ != connections_.size())
        if (const auto connection = position_++; may_fail_again() && is_available(connection, now))
            return {.connection = connection};
    position_ = 0;
    return next_round(now);
}

call_plan::time_point call_plan::latest_start() const noexcept
{
    return first_start_ ? retry_plan::latest_retry(deadline_) : retry_plan::latest_start(deadline_);
}

std::optional<call_plan::duration> call_plan::start(std::size_t connection, time_point now)
{
    auto& progress = progress_[connection];
    if (!progress.plan)
    {
        // A server with slots is silent while it reads a long prompt, and a retry would read it again.
        const bool reads_alone = connections_.size() == 1 && connections_.front().connection.has_slots;
        const auto limits      = limits_of(connection);
        const auto plan        = retry_plan::begin(first_start_.value_or(now), deadline_, limits,
                                            reads_alone ? limits.max_attempt : limits_.min_attempt);
        if (!plan) return std::nullopt;
        if (!first_start_) begin(now, plan->budget());
        progress.plan = plan->restarted(now);
    }
    auto budget = progress.plan->next_budget(now);
    if (!budget) return std::nullopt;
    if (!limits_.wait_for_connection) budget = std::min(*budget, *failure_time_ - failed_time_);
    progress.start  = now;
    progress.budget = *budget;
    return budget;
}

bool call_plan::may_continue(std::size_t connection, const attempt_result& result, time_point now)
{
    if (ends_call(result)) return false;
    auto& progress = progress_[connection];
    if (result.cause && is_connection_failure(*result.cause))
        failed_time_ += std::min(std::chrono::floor<duration>(now - progress.start), progress.budget);
    const auto wait    = progress.plan->wait_after(result, now, random_fraction_());
    progress.has_ended = !wait;
    if (wait) progress.ready = now + *wait;
    return true;
}

void call_plan::repeat(std::size_t connection, time_point now)
{
    progress_[connection].has_ended = false;
    progress_[connection].ready     = now;
}

retry_plan::connection_limits call_plan::limits_of(std::size_t connection) const
{
    auto limits = connections_[connection].limits;
    if (!limits_.wait_for_connection) return limits;
    limits.max_retries         = std::max(limits.max_retries, max_failure_retries);
    limits.retries_interrupted = true;
    return limits;
}

void call_plan::begin(time_point now, duration first_budget)
{
    first_start_      = now;
    shortest_attempt_ = std::min<duration>(retry_plan::shortest_attempt, first_budget);
    if (!failure_time_) failure_time_ = 2 * first_budget;
}

/// Whether failed attempts have left time for another one.
bool call_plan::may_fail_again() const
{
    return !first_start_ || limits_.wait_for_connection || *failure_time_ - failed_time_ >= shortest_attempt_;
}

bool call_plan::is_available(std::size_t connection, time_point now) const
{
    const auto& progress = progress_[connection];
    return !progress.has_ended && progress.ready <= now &&
           connections_[connection].connection.breaker.next_admission(now) <= now;
}

/// Whether the call waits for a suspended connection.
bool call_plan::waits_for(const circuit_breaker& breaker, time_point now) const
{
    return limits_.wait_for_connection && now - breaker.suspended_since().value_or(now) < max_outage;
}

/// The wait for the first connection that may be used again.
call_plan::step call_plan::next_round(time_point now) const
{
    if (!may_fail_again()) return {};
    std::optional<time_point> earliest;
    for (std::size_t n = 0; n != connections_.size(); ++n)
    {
        const auto& breaker     = connections_[n].connection.breaker;
        auto        start       = std::max(progress_[n].ready, now);
        const auto  admission   = breaker.next_admission(now);
        const bool  is_admitted = admission <= start;
        if (progress_[n].has_ended || (!is_admitted && !waits_for(breaker, now))) continue;
        // Calls that wait for the same connection do not continue in step.
        if (!is_admitted)
            start = admission + std::chrono::floor<duration>(random_fraction_() * std::chrono::seconds{1});
        if (start <= latest_start()) earliest = std::min(start, earliest.value_or(start));
    }
    if (!earliest) return {};
    return {.wait = std::chrono::ceil<duration>(*earliest - now)};
}

} // namespace verbatim::core::llm
