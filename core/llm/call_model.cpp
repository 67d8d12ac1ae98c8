#include "llm/call_model.hpp"

#include "llm/call_errors.hpp"
#include "llm/call_plan.hpp"
#include "llm/codec.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace verbatim::core::llm {

namespace {

using namespace std::chrono_literals;
using time_point = std::chrono::steady_clock::time_point;

/// The next attempt of a call.
struct planned_attempt
{
    std::size_t               connection; ///< an index
    int                       number;     ///< from 1, over all connections
    std::chrono::milliseconds budget;
    std::chrono::milliseconds longest; ///< see attempt_time
};

/// Logged once for each connection and member.
void log_refused_members(const target_model& target, const optional_members& refused, sdk::log& log)
{
    const auto write = [&](bool is_refused, std::string_view member) {
        if (is_refused)
            /// The model refuses it: see docs/reference/provider.md#members-that-a-model-refuses.
            log.write(
                sdk::severity::info, "llm_member_refused",
                {{"connection", std::string_view{target.connection.name}}, {"model", target.name}, {"member", member}});
    };
    write(refused.temperature, "temperature");
    write(refused.max_tokens || refused.max_tokens_name, "max_tokens");
    write(refused.structure, "response_format");
    write(refused.stream, "stream");
}

sdk::task<attempt_result> run_attempt(metered_attempt& metered, const target_model& target, const call_context& caller,
                                      model_request& request, planned_attempt attempt)
{
    const caller_ids ids{.tenant_id   = caller.tenant_id,
                         .request_id  = caller.request_id,
                         .traceparent = metered.trace_headers().traceparent,
                         .tracestate  = metered.trace_headers().tracestate};
    auto             result = co_await request.attempt(attempt.connection, ids, {attempt.budget, attempt.longest});
    metered.finish(request, result);
    log_refused_members(target, result.refused, caller.log);
    co_return result;
}

/// Whether the result shows if the connection works. An attempt that the deadline or earlier failures have shortened
/// may time out over a connection that works.
bool is_conclusive(const attempt_result& result, call_plan::attempt_limit limit,
                   std::chrono::milliseconds max_attempt_duration)
{
    constexpr std::chrono::seconds enough{3};
    const bool                     is_short =
        limit.is_cut || limit.budget < std::min<std::chrono::milliseconds>(enough, max_attempt_duration);
    return result.cause != sdk::failure_cause::cancelled && !(result.cause == sdk::failure_cause::timeout && is_short);
}

void log_change(const target_model& target, const circuit_breaker::change& change,
                std::optional<sdk::failure_cause> cause, sdk::log& log)
{
    using enum circuit_breaker::change::type;
    const std::string_view connection{target.connection.name};
    if (change.effect == suspended)
        log.write(sdk::severity::warning, "llm_connection_suspended",
                  {{"connection", connection},
                   {"model", target.name},
                   {"cause", sdk::to_string(cause.value())},
                   {"seconds", change.suspension.count()}});
    if (change.effect == resumed)
        log.write(sdk::severity::info, "llm_connection_resumed", {{"connection", connection}, {"model", target.name}});
}

/// Counts an attempt for its connection, and logs a suspension and its end.
void count(circuit_breaker::permit permit, const target_model& target, const attempt_result& result, time_point now,
           sdk::log& log)
{
    const bool has_failed = result.cause && effects_of(*result.cause).is_connection_failure;
    const auto change     = has_failed ? permit.fail(*result.cause, now) : permit.succeed(now);
    log_change(target, change, result.cause, log);
}

/// Whether the provider had more requests than it bears.
bool shows_overload(const attempt_result& result)
{
    using enum sdk::failure_cause;
    constexpr int unavailable = 503, overloaded = 529;
    return result.cause == rate_limited || result.cause == timeout ||
           (result.cause == server_error && (result.http_status == unavailable || result.http_status == overloaded));
}

/// Whether a provider charges no more than the cost of the usage row. Without a response, or if a server on the way
/// stopped waiting for it, the model may have done the work.
bool has_known_cost(const attempt_result& result)
{
    using enum sdk::failure_cause;
    if (result.completed() || (result.tokens.input.value_or(0) > 0 && result.tokens.output.value_or(0) > 0))
        return true;
    const bool was_sent = result.cause != unauthorized && result.cause != dns && result.cause != connect &&
                          result.cause != tls && result.cause != certificate;
    constexpr int request_timeout = 408, gateway_timeout = 504, first_error_status = 300;
    const bool    was_refused = result.http_status >= first_error_status && result.http_status != request_timeout &&
                             result.http_status != gateway_timeout;
    return !was_sent || was_refused;
}

std::size_t sum(const token_count& tokens)
{
    return static_cast<std::size_t>(tokens.input.value_or(0)) + static_cast<std::size_t>(tokens.output.value_or(0));
}

/// A call: steps over the connections that its plan chooses, until there is an outcome.
class model_call
{
public:
    model_call(shared_state& state, std::span<const target_model> connections, const call_context& caller,
               model_request& request)
        : state_{state}
        , connections_{connections}
        , caller_{caller}
        , request_{request}
        , limits_{request.time()}
        , deadline_{std::min(caller.deadline, limits_.deadline.value_or(caller.deadline))}
        , plan_{connections, deadline_, limits_, state.failure_time, state.random_fraction}
    {}
    model_call(const model_call&)            = delete;
    model_call& operator=(const model_call&) = delete;

    sdk::task<sdk::result<attempt_result>> run()
    {
        while (!outcome_) co_await take_step();
        co_return std::move(*outcome_);
    }

private:
    sdk::task<> take_step()
    {
        if (caller_.spending && caller_.spending->refusal())
        {
            outcome_ = *caller_.spending->refusal();
            co_return;
        }
        const auto step = plan_.next(now());
        if (!step.connection) report_overload();
        if (step.wait) co_await wait(*step.wait);
        else if (step.connection) co_await use(*step.connection);
        else end_without_connection();
    }

    sdk::task<> wait(call_plan::duration duration)
    {
        slot_.reset(); // other tenants can use it meanwhile
        if (duration > duration.zero()) co_await state_.metering.time.sleep(duration);
    }

    sdk::task<> use(std::size_t connection)
    {
        const auto& target      = connections_[connection];
        const auto  reservation = co_await reserve_cost(target);
        if (outcome_) co_return;
        co_await acquire_slot();
        if (!slot_) co_return end_without_time();
        auto permit = target.connection.breaker.admit(now());
        if (!permit) co_return; // suspended, or on trial by another call, while this one waited for its slot
        const auto limit = plan_.start(connection, now());
        if (!limit) co_return end_without_time();
        period_ = state_.slots.now();

        const auto time_left = std::chrono::floor<std::chrono::milliseconds>(deadline_ - now());
        const auto longest   = std::max(time_left, limit->budget);
        auto       result =
            co_await run_admitted(target, {connection, ++attempts_, limit->budget, longest}, reservation.get());
        if (!result) co_return; // the next step ends the call
        const bool is_final = is_conclusive(*result, *limit, target.limits.max_attempt);
        if (is_final) count(std::move(*permit), target, *result, now(), caller_.log);
        if (result->completed() && target.price_prefix) state_.slots.succeed();
        is_overloaded_ = is_final && shows_overload(*result);
        conclude(connection, std::move(*result));
        if (outcome_) report_overload();
    }

    /// A provider had too many requests, and no other connection takes this one.
    void report_overload()
    {
        if (std::exchange(is_overloaded_, false)) state_.slots.decrease(period_);
    }

    sdk::task<> acquire_slot()
    {
        if (slot_) co_return;
        auto acquired = co_await state_.slots.acquire(caller_.tenant_id, plan_.latest_start(), caller_.urgency);
        if (acquired) slot_.emplace(std::move(*acquired));
    }

    /// Null: no budget limits the attempt. Ends the call if the budget of the tenant is used up.
    sdk::task<std::unique_ptr<cost_reservation>> reserve_cost(const target_model& target)
    {
        const auto highest = caller_.account ? highest_cost_over(target) : 0;
        if (highest == 0) co_return nullptr;
        slot_.reset(); // attempts that hold the budget may need it to end
        auto reserved = co_await caller_.account->reserve(highest, plan_.latest_start());
        if (reserved) co_return std::move(*reserved);
        if (caller_.spending) caller_.spending->refuse(reserved.error());
        outcome_ = reserved.error();
        co_return nullptr;
    }

    /// 0 for a model without a price.
    recording::micro_usd highest_cost_over(const target_model& target) const
    {
        if (!target.price_prefix) return 0;
        const auto price = price_of(*state_.metering.prices, target);
        if (!price) return 0;
        return highest_cost(*price, request_.bytes(), request_.has_output() ? state_.max_output_tokens : 0);
    }

    /// Counts the attempt for the request and, unless the model is built in, for the tenant. None if a limit of the
    /// request refuses it. `cost` may be null.
    sdk::task<std::optional<attempt_result>> run_admitted(const target_model& target, planned_attempt attempt,
                                                          cost_reservation* cost)
    {
        const auto estimate    = estimate_tokens(state_.metering, target, request_.characters());
        auto       reservation = caller_.spending ? caller_.spending->admit(estimate) : std::nullopt;
        if (caller_.spending && !reservation) co_return std::nullopt;
        metered_attempt metered{state_.metering, target, caller_, attempt.number, attempt.budget};
        if (!co_await metered.store_intention(deadline_))
        {
            outcome_ = sdk::error{sdk::errc::usage_backend_unavailable, "intention not stored"};
            if (caller_.spending) caller_.spending->refuse(outcome_->error());
            co_return std::nullopt;
        }
        const auto time_left = std::max(1ms, std::chrono::floor<std::chrono::milliseconds>(deadline_ - now()));
        attempt.budget       = std::min(attempt.budget, time_left); // less if the intention took long
        attempt.longest      = std::min(attempt.longest, time_left);
        if (cost) cost->begin();
        auto result = co_await run_attempt(metered, target, caller_, request_, attempt);
        if (cost && has_known_cost(result)) cost->settle(result.cost);
        if (reservation) reservation->settle(sum(result.tokens));
        if (caller_.account && target.price_prefix)
            caller_.account->add_tokens(static_cast<std::int64_t>(sum(result.tokens)));
        co_return result;
    }

    void conclude(std::size_t connection, attempt_result result)
    {
        if (result.completed())
        {
            outcome_ = std::move(result);
            return;
        }
        const bool may_continue = plan_.may_continue(connection, result, now());
        error_                  = attempt_error(result);
        if (result.cause == sdk::failure_cause::truncated && result.raises_limit && !raised_limit_)
        {
            raised_limit_ = true;
            plan_.repeat(connection, now());
            return;
        }
        if (!may_continue || !may_ask_again(connection, result)) outcome_ = *error_;
    }

    /// A rejected reply costs one repeat, over the next connection or the same one: docs/reference/provider.md#repeats.
    bool may_ask_again(std::size_t connection, const attempt_result& result)
    {
        const bool is_built_in = !connections_[connection].price_prefix; // would reply the same
        if (result.cause != sdk::failure_cause::unreadable || is_built_in) return true;
        const bool is_rejected = request_.ask_again();
        if (is_rejected && asked_again_) return false;
        if (is_rejected) plan_.repeat(connection, now());
        asked_again_ = asked_again_ || is_rejected;
        return true;
    }

    /// No connection may be used any more.
    void end_without_connection()
    {
        if (!error_) ++state_.refused_calls;
        outcome_ = error_ ? *error_ : suspension_error(connections_, now());
    }

    void end_without_time() { outcome_ = error_ ? *error_ : deadline_error(); }

    time_point now() const { return state_.metering.time.now(); }

    shared_state&                              state_;
    const std::span<const target_model>        connections_;
    const call_context&                        caller_;
    model_request&                             request_;
    const sdk::time_limits                     limits_;
    const time_point                           deadline_;
    call_plan                                  plan_;
    std::optional<exec::fair_queue::slot>      slot_;
    concurrency_limit::period                  period_        = 0;     ///< in which the last attempt started
    bool                                       is_overloaded_ = false; ///< by the last attempt
    int                                        attempts_      = 0;
    bool                                       asked_again_   = false;
    bool                                       raised_limit_  = false;
    std::optional<sdk::error>                  error_;   ///< of the last attempt
    std::optional<sdk::result<attempt_result>> outcome_; ///< ends the call
};

} // namespace

sdk::task<sdk::result<attempt_result>> call_model(shared_state& state, std::span<const target_model> connections,
                                                  const call_context& caller, model_request& request)
{
    model_call call{state, connections, caller, request};
    co_return co_await call.run();
}

sdk::task<attempt_result> call_once(shared_state& state, std::span<const target_model> connections, std::size_t index,
                                    const call_context& caller, model_request& request)
{
    auto&      time      = state.metering.time;
    const auto slot      = co_await state.slots.acquire(caller.tenant_id, caller.deadline);
    const auto time_left = std::chrono::floor<std::chrono::milliseconds>(caller.deadline - time.now());
    if (!slot || time_left <= time_left.zero()) co_return failed_attempt(sdk::failure_cause::timeout);

    const auto&     target = connections[index];
    const auto      budget = std::min(time_left, target.limits.max_attempt);
    auto            permit = target.connection.breaker.admit(time.now()); // none while it is suspended
    metered_attempt metered{state.metering, target, caller, 1, budget};
    if (!co_await metered.store_intention(caller.deadline)) co_return failed_attempt(sdk::failure_cause::timeout);
    auto result = co_await run_attempt(metered, target, caller, request, {index, 1, budget, time_left});
    if (permit && is_conclusive(result, {.budget = budget}, target.limits.max_attempt))
        count(std::move(*permit), target, result, time.now(), caller.log);
    co_return result;
}

sdk::task<connection_check> check_connection(shared_state& state, std::span<const target_model> connections,
                                             std::size_t index, const call_context& caller, model_request& request)
{
    const auto&      target = connections[index];
    connection_check result{.name = target.connection.name, .model = std::string{target.name}};
    if (!target.price_prefix) co_return result; // built in

    const auto start   = state.metering.time.now();
    const auto outcome = co_await call_once(state, connections, index, caller, request);
    result.cause       = outcome.cause;
    result.http_status = outcome.http_status;
    result.duration    = std::chrono::duration_cast<std::chrono::milliseconds>(state.metering.time.now() - start);
    co_return result;
}

} // namespace verbatim::core::llm
