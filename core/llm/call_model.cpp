#include "llm/call_model.hpp"

#include "llm/codec.hpp"
#include "llm/retry.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace verbatim::core::llm {

namespace {

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

sdk::task<attempt_result> run_attempt(shared_state& state, const target_model& model, const call_context& caller,
                                      model_request& request, int number, std::chrono::milliseconds budget)
{
    metered_attempt  metered{state.metering, model, caller, number, budget};
    const caller_ids ids{.tenant_id   = caller.tenant_id,
                         .request_id  = caller.request_id,
                         .traceparent = metered.trace_headers().traceparent,
                         .tracestate  = metered.trace_headers().tracestate};
    auto             result = co_await request.attempt(ids, budget);
    metered.finish(request, result);
    co_return result;
}

std::size_t sum(const token_count& tokens)
{
    return static_cast<std::size_t>(tokens.input.value_or(0)) + static_cast<std::size_t>(tokens.output.value_or(0));
}

/// Runs an attempt if the limits of the request admit it; otherwise none.
sdk::task<std::optional<attempt_result>> run_admitted(shared_state& state, const target_model& model,
                                                      const call_context& caller, model_request& request, int number,
                                                      std::chrono::milliseconds budget)
{
    if (!caller.spending) co_return co_await run_attempt(state, model, caller, request, number, budget);

    const auto estimate = estimate_tokens(request.characters(), state.metering.limits.chars_per_token);
    if (!caller.spending->admit(estimate)) co_return std::nullopt;
    auto result = co_await run_attempt(state, model, caller, request, number, budget);
    caller.spending->settle(estimate, sum(result.tokens));
    co_return result;
}

} // namespace

sdk::task<sdk::result<attempt_result>> call_model(shared_state& state, const target_model& model,
                                                  const call_context& caller, model_request& request)
{
    auto&                     time     = state.metering.time;
    const auto                limits   = request.time();
    const auto                deadline = std::min(caller.deadline, limits.deadline.value_or(caller.deadline));
    std::optional<retry_plan> plan;
    attempt_result            last_result;
    for (int number = 1;; ++number)
    {
        if (caller.spending && caller.spending->refusal()) co_return *caller.spending->refusal();

        // A slot is held during an attempt, not during the wait before a retry, so that other tenants can use it.
        const auto latest_start = plan ? retry_plan::latest_retry(deadline) : retry_plan::latest_start(deadline);
        auto       slot         = co_await state.queue.acquire(caller.tenant_id, latest_start);
        if (!plan) plan = retry_plan::begin(time.now(), deadline, state.max_attempt_duration, limits.min_attempt);
        if (!plan) co_return sdk::error{sdk::errc::analysis_timeout, "too little time left for a model call"};

        const auto budget = slot ? plan->next_budget(time.now()) : std::nullopt;
        if (!budget)
            co_return number == 1 ? sdk::error{sdk::errc::analysis_timeout, "too little time left for a model call"}
                                  : error_of(last_result);

        auto result = co_await run_admitted(state, model, caller, request, number, *budget);
        slot.reset();
        if (!result) co_return *caller.spending->refusal();
        last_result = std::move(*result);
        if (last_result.completed()) co_return std::move(last_result);

        const auto wait = plan->wait_after(last_result, time.now(), state.random_fraction());
        if (!wait) co_return error_of(last_result);
        if (*wait > wait->zero()) co_await time.sleep(*wait);
    }
}

} // namespace verbatim::core::llm
