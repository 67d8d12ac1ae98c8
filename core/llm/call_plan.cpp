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
        if (const auto connection = position_++; is_available(connection, now)) return {.connection = connection};
    position_ = 0;
    return next_round(now);
}

call_plan::time_point call_plan::latest_start() const noexcept
{
    return first_plan_ ? retry_plan::latest_retry(deadline_) : retry_plan::latest_start(deadline_);
}

std::optional<call_plan::duration> call_plan::start(std::size_t connection, time_point now)
{
    if (!first_plan_)
    {
        // A server with slots is silent while it reads a long prompt, and a retry would read it again.
        const bool reads_alone = connections_.size() == 1 && connections_.front().connection.has_slots;
        first_plan_            = retry_plan::begin(
                       now, deadline_, max_attempt_duration_, reads_alone ? max_attempt_duration_ : limits_.min_attempt,
            limits_.wait_for_connection ? max_failure_retries : retry_plan::usual_failure_retries);
    }
    if (!first_plan_) return std::nullopt;
    auto& plan = progress_[connection].plan;
    if (!plan) plan = first_plan_->restarted(now);
    return plan->next_budget(now);
}

bool call_plan::may_continue(std::size_t connection, const attempt_result& result, time_point now)
{
    if (ends_call(result)) return false;
    auto&      progress = progress_[connection];
    const auto wait     = progress.plan->wait_after(result, now, random_fraction_());
    progress.has_ended  = !wait;
    if (wait) progress.ready = now + *wait;
    return true;
}

void call_plan::repeat(std::size_t connection, time_point now)
{
    progress_[connection].has_ended = false;
    progress_[connection].ready     = now;
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
