#include "llm/call_plan.hpp"

#include "llm/attempt_result.hpp"

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
        if (const auto connection = position_++; has_failure_time_left(connection) && is_available(connection, now))
            return {.connection = connection};
    position_ = 0;
    return next_round(now);
}

call_plan::time_point call_plan::latest_start() const noexcept
{
    return first_start_ ? retry_plan::latest_retry(deadline_) : retry_plan::latest_start(deadline_);
}

std::optional<call_plan::attempt_limit> call_plan::start(std::size_t connection, time_point now)
{
    auto&      progress = progress_[connection];
    const bool is_first = !first_start_;
    if (!progress.plan)
    {
        const auto plan = first_plan(connection, first_start_.value_or(now));
        if (!plan) return std::nullopt;
        if (is_first) record_first_start(now);
        progress.plan = plan->restarted(now);
    }
    const auto uncut = progress.plan->next_budget(now);
    if (!uncut) return std::nullopt;
    const bool is_limited = !is_first && !limits_.wait_for_connection;
    progress.start        = now;
    progress.budget       = is_limited ? std::min(*uncut, *failure_time_ - failed_time_) : *uncut;
    return attempt_limit{.budget = progress.budget, .is_cut = progress.budget < *uncut};
}

bool call_plan::may_continue(std::size_t connection, const attempt_result& result, time_point now)
{
    if (ends_call(result)) return false;
    auto& progress = progress_[connection];
    if (result.cause && effects_of(*result.cause).is_connection_failure)
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

/// The plan of a connection if the call starts now. None when too little time is left, for all connections alike.
std::optional<retry_plan> call_plan::first_plan(std::size_t connection, time_point now) const
{
    // A server with slots is silent while it reads a long prompt, and a retry would read it again.
    const bool reads_alone = connections_.size() == 1 && connections_.front().connection.has_slots;
    const auto limits      = limits_of(connection);
    return retry_plan::begin(now, deadline_, limits, reads_alone ? limits.max_attempt : limits_.min_attempt);
}

void call_plan::record_first_start(time_point now)
{
    first_start_ = now;
    if (failure_time_) return;
    duration longest{0};
    for (std::size_t n = 0; n != connections_.size(); ++n)
        if (const auto plan = first_plan(n, now)) longest = std::max(longest, plan->budget());
    failure_time_ = 2 * longest;
}

/// Whether failed attempts have left time for one over this connection.
bool call_plan::has_failure_time_left(std::size_t connection) const
{
    if (!first_start_ || limits_.wait_for_connection) return true;
    const auto shortest = std::min<duration>(retry_plan::shortest_attempt, connections_[connection].limits.max_attempt);
    return *failure_time_ - failed_time_ >= shortest;
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
        if (progress_[n].has_ended || !has_failure_time_left(n)) continue;
        const auto& breaker     = connections_[n].connection.breaker;
        auto        start       = std::max(progress_[n].ready, now);
        const auto  admission   = breaker.next_admission(now);
        const bool  is_admitted = admission <= start;
        if (!is_admitted && !waits_for(breaker, now)) continue;
        // Calls that wait for the same connection do not continue in step.
        if (!is_admitted)
            start = admission + std::chrono::floor<duration>(random_fraction_() * std::chrono::seconds{1});
        if (start <= latest_start()) earliest = std::min(start, earliest.value_or(start));
    }
    if (!earliest) return {};
    return {.wait = std::chrono::ceil<duration>(*earliest - now)};
}

} // namespace verbatim::core::llm
