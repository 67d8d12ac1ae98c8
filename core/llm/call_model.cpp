#include "llm/call_model.hpp"

#include "llm/call_plan.hpp"
#include "llm/codec.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace verbatim::core::llm {

namespace {

using time_point = std::chrono::steady_clock::time_point;

sdk::errc code_of(sdk::failure_cause cause)
{
    using enum recording::error_class;
    switch (error_class_of(cause))
    {
    case llm_timeout: return sdk::errc::llm_timeout;
    case llm_rate_limited: return sdk::errc::llm_rate_limited;
    case content_policy_violation: return sdk::errc::content_policy_violation;
    case llm_error:
    case invalid_response:
    case cancelled: break;
    }
    return sdk::errc::llm_error;
}

/// The error of a call whose last attempt failed.
sdk::error error_of(const attempt_result& result)
{
    const auto  cause = result.cause.value_or(sdk::failure_cause::unreadable);
    std::string note{sdk::to_string(cause)};
    if (result.http_status != 0) note += ", provider status " + std::to_string(result.http_status);

    sdk::error error{code_of(cause), std::move(note)};
    error.cause = cause;
    if (cause == sdk::failure_cause::rate_limited || cause == sdk::failure_cause::server_error)
        error.retry_after = result.retry_after;
    return error;
}

/// The error of a call without an attempt, because each of its connections is suspended.
sdk::error suspension_error(std::span<const target_model> connections, time_point now)
{
    sdk::error error{sdk::errc::llm_error, "connection suspended: " + connections.front().connection.name};
    if (connections.size() > 1) error = sdk::error{error.code(), error.note() + " and its fallbacks"};
    error.cause = connections.front().connection.breaker.cause();
    auto next   = time_point::max();
    for (const auto& target : connections) next = std::min(next, target.connection.breaker.next_admission(now));
    error.retry_after = std::max(std::chrono::ceil<std::chrono::seconds>(next - now), std::chrono::seconds{1});
    return error;
}

sdk::error too_late() { return sdk::error{sdk::errc::analysis_timeout, "too little time left for a model call"}; }

void log_change(const connection_state& connection, std::string_view model, const circuit_breaker::change& change,
                sdk::failure_cause cause, sdk::log& log)
{
    using enum circuit_breaker::change::type;
    const std::string_view name{connection.name};
    if (change.effect == suspended)
        log.write(sdk::severity::warning, "llm_connection_suspended",
                  {{"connection", name},
                   {"model", model},
                   {"cause", sdk::to_string(cause)},
                   {"seconds", change.suspension.count()}});
    if (change.effect == resumed)
        log.write(sdk::severity::info, "llm_connection_resumed", {{"connection", name}, {"model", model}});
}

/// An attempt that the deadline of its request has shortened may time out at a provider that works.
bool is_telling(const attempt_result& result, std::chrono::milliseconds budget, std::chrono::milliseconds max_budget)
{
    constexpr std::chrono::seconds enough{3};
    const bool                     is_short = budget < std::min<std::chrono::milliseconds>(enough, max_budget);
    return result.cause != sdk::failure_cause::cancelled && !(result.cause == sdk::failure_cause::timeout && is_short);
}

/// Counts an attempt for its connection, and logs a suspension and its end.
void count(circuit_breaker::permit permit, const target_model& target, const attempt_result& result, time_point now,
           sdk::log& log)
{
    const bool has_failed = result.cause && is_connection_failure(*result.cause);
    const auto change     = has_failed ? permit.fail(*result.cause, now) : permit.succeed(now);
    log_change(target.connection, target.name, change, result.cause.value_or(sdk::failure_cause{}), log);
}

/// The next attempt of a call.
struct attempt_values
{
    std::size_t               connection; ///< an index
    int                       number;     ///< from 1, over all connections
    std::chrono::milliseconds budget;
};

sdk::task<attempt_result> run_attempt(shared_state& state, const target_model& target, const call_context& caller,
                                      model_request& request, attempt_values values)
{
    metered_attempt  metered{state.metering, target, caller, values.number, values.budget};
    const caller_ids ids{.tenant_id   = caller.tenant_id,
                         .request_id  = caller.request_id,
                         .traceparent = metered.trace_headers().traceparent,
                         .tracestate  = metered.trace_headers().tracestate};
    auto             result = co_await request.attempt(values.connection, ids, values.budget);
    metered.finish(request, result);
    co_return result;
}

std::size_t sum(const token_count& tokens)
{
    return static_cast<std::size_t>(tokens.input.value_or(0)) + static_cast<std::size_t>(tokens.output.value_or(0));
}

/// Runs an attempt if the limits of the request admit it; otherwise none.
sdk::task<std::optional<attempt_result>> run_admitted(shared_state& state, const target_model& target,
                                                      const call_context& caller, model_request& request,
                                                      attempt_values values)
{
    if (!caller.spending) co_return co_await run_attempt(state, target, caller, request, values);

    const auto estimate = estimate_tokens(request.characters(), state.metering.limits.chars_per_token);
    if (!caller.spending->admit(estimate)) co_return std::nullopt;
    auto result = co_await run_attempt(state, target, caller, request, values);
    caller.spending->settle(estimate, sum(result.tokens));
    co_return result;
}

} // namespace

sdk::task<sdk::result<attempt_result>> call_model(shared_state& state, std::span<const target_model> connections,
                                                  const call_context& caller, model_request& request)
{
    auto&      time     = state.metering.time;
    const auto limits   = request.time();
    const auto deadline = std::min(caller.deadline, limits.deadline.value_or(caller.deadline));
    call_plan  plan{connections, deadline, limits, state.max_attempt_duration, state.random_fraction};
    std::optional<exec::fair_queue::slot> slot;
    std::optional<attempt_result>         failure; ///< the last one
    for (int number = 1;;)
    {
        if (caller.spending && caller.spending->refusal()) co_return *caller.spending->refusal();

        const auto step = plan.next(time.now());
        if (step.wait)
        {
            slot.reset(); // other tenants can use it meanwhile
            if (*step.wait > step.wait->zero()) co_await time.sleep(*step.wait);
            continue;
        }
        if (!step.connection)
        {
            if (failure) co_return error_of(*failure);
            ++state.refused_calls;
            co_return suspension_error(connections, time.now());
        }

        if (!slot)
            if (auto acquired = co_await state.queue.acquire(caller.tenant_id, plan.latest_start(), caller.urgency))
                slot.emplace(std::move(*acquired));
        if (!slot) co_return failure ? error_of(*failure) : too_late();
        const auto& target = connections[*step.connection];
        auto        permit = target.connection.breaker.admit(time.now());
        if (!permit) continue; // suspended, or probed by another call, while this one waited for its slot
        const auto budget = plan.start(*step.connection, time.now());
        if (!budget) co_return failure ? error_of(*failure) : too_late();

        auto result = co_await run_admitted(state, target, caller, request, {*step.connection, number++, *budget});
        if (!result) co_return *caller.spending->refusal();
        if (is_telling(*result, *budget, state.max_attempt_duration))
            count(std::move(*permit), target, *result, time.now(), caller.log);
        permit.reset();
        if (result->completed()) co_return std::move(*result);

        failure = std::move(*result);
        if (!plan.may_continue(*step.connection, *failure, time.now())) co_return error_of(*failure);
    }
}

sdk::task<attempt_result> call_once(shared_state& state, std::span<const target_model> connections, std::size_t index,
                                    const call_context& caller, model_request& request)
{
    auto&      time      = state.metering.time;
    const auto slot      = co_await state.queue.acquire(caller.tenant_id, caller.deadline);
    const auto time_left = std::chrono::floor<std::chrono::milliseconds>(caller.deadline - time.now());
    if (!slot || time_left <= time_left.zero()) co_return failed_attempt(sdk::failure_cause::timeout);

    const auto& target = connections[index];
    const auto  budget = std::min(time_left, state.max_attempt_duration);
    auto        permit = target.connection.breaker.admit(time.now()); // none while it is suspended
    auto        result = co_await run_attempt(state, target, caller, request, {index, 1, budget});
    if (permit && is_telling(result, budget, state.max_attempt_duration))
        count(std::move(*permit), target, result, time.now(), caller.log);
    co_return result;
}

} // namespace verbatim::core::llm
