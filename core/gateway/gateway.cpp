#include "gateway/gateway.hpp"

#include "gateway/descriptor_facts.hpp"
#include "gateway/envelope.hpp"
#include "gateway/operation_run.hpp"
#include "gateway/request_context.hpp"
#include "gateway/request_steps.hpp"
#include "gateway/static_response.hpp"
#include "limits/limiter.hpp"

#include <boost/asio/this_coro.hpp>
#include <boost/core/demangle.hpp>

#include <algorithm>
#include <exception>
#include <span>
#include <typeinfo>
#include <utility>

namespace verbatim::core::gateway {

namespace asio = boost::asio;

namespace {

using clock = std::chrono::steady_clock;

/// Logged, never sent: the client disconnected before its response.
constexpr int client_gone = 499;

/// The class of an error for the log. A mistake of the operation's author is logged with its text, which holds nothing
/// of the call; any other unexpected exception with its type alone, since its text may quote a record.
std::string current_error_class()
{
    try
    {
        throw;
    }
    catch (const sdk::error& failure)
    {
        return failure.note().empty() ? std::string{failure.code_name()} : failure.note();
    }
    catch (const sdk::programming_error& mistake)
    {
        return mistake.what();
    }
    catch (...)
    {}
    const auto* type = std::current_exception().__cxa_exception_type();
    return type ? boost::core::demangle(type->name()) : "unknown";
}

/// Whether the id of a caller may be part of a trace.
bool is_recordable_id(std::string_view id)
{
    constexpr std::size_t max_length = 128;
    return id.size() <= max_length && std::ranges::all_of(id, [](char c) { return c >= ' ' && c <= '~'; });
}

/// Of a request that the stop of the server cuts off. Another server can take it at once, or this one after its start.
sdk::error server_stopped()
{
    sdk::error failure{sdk::errc::server_stopped};
    failure.retry_after = std::chrono::seconds{5};
    return failure;
}

/// Unless the response is that of an earlier request, which has the header.
void add_if_absent(http::response& response, std::string_view name, std::string_view value)
{
    if (std::ranges::count(response.headers, name, [](const auto& header) { return header.first; }) == 0)
        response.headers.emplace_back(name, value);
}

void add_key_access(http::response& response, const auth::identity& caller)
{
    if (response.status < 300) add_if_absent(response, "X-Key-Access", caller.access());
}

/// After the answer of a request was stored, so that a repeated request gets those of its own.
void add_resembled_members(http::response& response, const request_context& context)
{
    if (!context.resembled_members.empty()) add_if_absent(response, "X-Did-You-Mean", context.resembled_members);
}

std::shared_ptr<llm::tenant_account> account_of(const admitted_call* admitted)
{
    return admitted ? admitted->account() : nullptr;
}

/// Of a call whose client waits. `admitted` may be null.
call_options options_for(const admitted_call* admitted)
{
    call_options options;
    options.account = account_of(admitted);
    return options;
}

/// Counts a call as in flight while it lives.
class in_flight_guard
{
public:
    explicit in_flight_guard(metrics::counters& counter) noexcept
        : counter_{counter}
    {
        counter_.add(0);
    }
    ~in_flight_guard() { counter_.add(0, -1); }
    in_flight_guard(const in_flight_guard&)            = delete;
    in_flight_guard& operator=(const in_flight_guard&) = delete;

private:
    metrics::counters& counter_;
};

/// Frees the idempotency key of a failed request before its response is sent, so that it can be repeated at once.
sdk::task<http::response> store_answer(sdk::task<http::response> running, stored_answer& place)
{
    std::exception_ptr failure;
    try
    {
        auto response = co_await std::move(running);
        co_await place.store(response);
        co_return response;
    }
    catch (...)
    {
        failure = std::current_exception();
    }
    co_await place.discard(); // throws if the call was cancelled
    std::rethrow_exception(failure);
}

} // namespace

gateway::gateway(settings limits, const routes& routes, const auth::keyring& keys, services& services,
                 log::logger& logger, deferral* deferral)
    : limits_{limits}
    , routes_{routes}
    , keys_{keys}
    , services_{services}
    , log_{logger}
    , deferral_{deferral}
{}

std::optional<http::response> gateway::immediate_response(const http::request_head& head)
{
    auto match = routes_.find(head.method, head.path);
    if (match.operation) return std::nullopt;

    request_context context{log_, *match.statistics};
    http::response  response;
    if (head.authorization) identify(*head.authorization, context); // for the log only
    if (match.resource) response = static_response(*match.resource, head);
    else
    {
        const auto code = match.is_unavailable ? sdk::errc::operation_unavailable
                          : match.path_known   ? sdk::errc::method_not_allowed
                                               : sdk::errc::not_found;
        response        = error_response(sdk::error{code}, context);
        if (code == sdk::errc::method_not_allowed) response.headers.emplace_back("Allow", std::move(match.allowed));
        response.head_only = head.method == "HEAD";
    }
    return finish(std::move(response), head, context);
}

sdk::task<http::response> gateway::respond(http::exchange& exchange)
{
    const in_flight_guard in_flight{in_flight_};
    const auto            match = routes_.find(exchange.head().method, exchange.head().path);
    const auto&           head  = exchange.head();
    request_context       context{
        log_, *match.statistics,
        begin_trace({.traceparent = head.traceparent.value_or(""), .tracestate = head.tracestate}, *match.operation)};
    if (context.trace && head.request_id && is_recordable_id(*head.request_id))
        context.trace->server().set("http.request.header.x-request-id", std::vector{std::string{*head.request_id}});
    answer result;
    try
    {
        auto step = serve(exchange, match, context);
        result    = co_await answer_of(std::move(step), *match.operation, context);
    }
    catch (...)
    {
        if (!exchange.is_cut_off())
        {
            result.response.status = client_gone;
            finish(std::move(result.response), head, context);
            throw;
        }
        result.response = error_response(server_stopped(), context);
    }
    co_return finish(std::move(result.response), head, context);
}

/// Turns errors of a step into their responses. Throws only when cancelled.
sdk::task<gateway::answer> gateway::answer_of(sdk::task<http::response> step, const endpoint& target,
                                              request_context& context)
{
    const auto cancellation = co_await asio::this_coro::cancellation_state;
    answer     result;
    try
    {
        result.response = co_await std::move(step);
        add_resembled_members(result.response, context);
        co_return result;
    }
    catch (const sdk::error& failure)
    {
        if (failure.code() == sdk::errc::internal_error && !failure.declared())
            log_unexpected(target.descriptor, context);
        result.failure = failure;
    }
    catch (...)
    {
        if (cancellation.cancelled() != asio::cancellation_type::none) throw;
        log_unexpected(target.descriptor, context);
        result.failure.emplace(sdk::errc::internal_error);
    }
    result.response = error_response(*result.failure, context);
    add_resembled_members(result.response, context);
    co_return result;
}

sdk::task<gateway::answer> gateway::run(stored_request request, call_options options)
{
    const auto&     target = *request.target;
    const auto      match  = routes_.find(target.descriptor.verb, target.descriptor.path);
    request_context context{log_, *match.statistics,
                            begin_trace({.traceparent = request.traceparent, .tracestate = request.tracestate}, target),
                            request.request_id};
    context.identity = request.caller;
    context.tenant   = context.identity.tenant_id;
    answer result;
    try
    {
        auto step = serve_stored(request, options, context);
        result    = co_await answer_of(std::move(step), target, context);
    }
    catch (...)
    {
        end_trace(client_gone, context);
        throw;
    }
    end_trace(result.response.status, context);
    co_return result;
}

void gateway::log_unexpected(const sdk::descriptor& descriptor, request_context& context)
{
    const auto& label = descriptor.usage_label.empty() ? descriptor.name : descriptor.usage_label;
    /// Status 500: see docs/reference/errors.md#errors-of-an-operation.
    context.call_log.write(
        sdk::severity::error, "unexpected_error",
        {{"tenant", context.tenant}, {"operation", std::string_view{label}}, {"error_class", current_error_class()}});
}

http::response gateway::refuse(int status)
{
    request_context context{log_, routes_.refused()};
    auto            response = error_response(sdk::error{code_of_status(status)}, context);
    response.status          = status;
    response.close           = true;
    return finish(std::move(response), {}, context);
}

/// The request has no line `request_finished` until its thread runs again.
http::response gateway::respond_late(std::string_view request_id, bool is_cut_off)
{
    /// A request of a blocked I/O thread got its response from another one: see
    /// docs/operations.md#stuck-threads-and-crashes.
    log_.write(sdk::severity::warning, "late_response_sent", {}, request_id);
    auto response = envelope(is_cut_off ? server_stopped() : sdk::error{sdk::errc::analysis_timeout}, request_id);
    response.headers.emplace_back("X-Request-ID", request_id);
    return response;
}

sdk::task<http::response> gateway::serve(http::exchange& exchange, const routes::match& match, request_context& context)
{
    const auto& target = *match.operation;
    authenticate(exchange.head(), context);
    if (target.descriptor.access == sdk::access_level::superuser && !context.identity.is_superuser)
        throw sdk::error{sdk::errc::forbidden};
    if (target.respond) co_return co_await serve_resource(exchange, match, context);

    preferences wishes;
    if (deferral_ && is_deferrable(target.descriptor)) wishes = read_preferences(exchange.head());
    if (calls_no_model(target.descriptor) && prefers_respond_async(exchange.head().prefer))
        throw sdk::validation_error{"Prefer", needs_model_call};
    const auto admitted = admit(target, becomes_job(wishes), context);
    auto       run      = make_run(target, context);
    run->negotiate(exchange.head().accept);
    auto body = co_await read_request(exchange, *run, context, !wishes.empty());
    if (run->is_dry_run()) co_return co_await serve_dry_run(std::move(run), admitted.get(), context);
    if (!wishes.empty())
        co_return co_await serve_deferrable(exchange, std::move(body), std::move(run), std::move(wishes),
                                            admitted.get(), context);

    run->open(context.identity, options_for(admitted.get()));
    exchange.expect_response_by(run->deadline(), context.request_id);
    co_return co_await execute(*run, context.identity, services_.pool, limits_.fail_closed);
}

sdk::task<http::response> gateway::serve_resource(http::exchange& exchange, const routes::match& match,
                                                  request_context& context)
{
    declared_request query{match.operation->descriptor.request};
    check_query(exchange.head().query, query);
    const resource_request request{.exchange   = exchange,
                                   .caller     = context.identity,
                                   .id         = match.id,
                                   .query      = query.value(),
                                   .request_id = context.request_id,
                                   .error_code = context.stored_code};
    auto                   response = co_await match.operation->respond(request);
    context.code                    = context.stored_code;
    add_key_access(response, context.identity);
    co_return response;
}

/// A checked request that asks for a job, or has an idempotency key.
sdk::task<http::response> gateway::serve_deferrable(http::exchange& exchange, stored_body body,
                                                    std::shared_ptr<operation_run> run, preferences wishes,
                                                    const admitted_call* admitted, request_context& context)
{
    const auto&    head = exchange.head();
    stored_request request{.target      = &run->target(),
                           .caller      = context.identity,
                           .request_id  = context.request_id,
                           .traceparent = std::string{head.traceparent.value_or("")},
                           .tracestate  = head.tracestate,
                           .body        = std::move(body)};
    if (becomes_job(wishes))
    {
        run.reset(); // the job parses the body again
        auto response = co_await deferral_->add_job(std::move(request), std::move(wishes.idempotency_key));
        add_key_access(response, context.identity);
        co_return response;
    }
    std::unique_ptr<stored_answer> place;
    if (!wishes.idempotency_key.empty())
    {
        auto begun = co_await deferral_->begin(std::move(request), std::move(wishes.idempotency_key));
        if (auto* earlier = std::get_if<http::response>(&begun)) co_return std::move(*earlier);
        place = std::move(std::get<std::unique_ptr<stored_answer>>(begun));
    }
    run->open(context.identity, options_for(admitted));
    exchange.expect_response_by(run->deadline(), context.request_id);
    auto running = execute(*run, context.identity, services_.pool, limits_.fail_closed);
    if (!place) co_return co_await std::move(running);
    co_return co_await store_answer(std::move(running), *place);
}

/// A checked request that asks for its cost. It is no job, and no answer is stored for its idempotency key.
sdk::task<http::response> gateway::serve_dry_run(std::shared_ptr<operation_run> run, const admitted_call* admitted,
                                                 request_context& context)
{
    const auto&                    target = run->target();
    std::unique_ptr<admitted_call> counted; // a request that asked for a job counts as no call yet
    if (!admitted) counted = co_await admit_stored(context.identity.tenant_id, target, std::chrono::milliseconds{0});
    const auto turn = co_await dry_runs_.acquire(context.identity.tenant_id);
    co_return co_await plan(*run, context.identity, account_of(admitted ? admitted : counted.get()), services_);
}

sdk::task<http::response> gateway::serve_stored(stored_request& request, const call_options& options,
                                                request_context& context)
{
    const auto& target   = *request.target;
    const auto  most     = options.deadline.value_or(target.descriptor.deadline);
    const auto  admitted = co_await admit_stored(request.caller.tenant_id, target, most);
    const auto  run      = make_run(target, context);
    co_await check(request.body.text, *run, context, false);
    auto options_of_run    = options;
    options_of_run.account = account_of(admitted.get());
    run->open(request.caller, options_of_run);
    co_return co_await execute(*run, request.caller, services_.pool, limits_.fail_closed);
}

bool gateway::becomes_job(const preferences& wishes) const
{
    return wishes.respond_async && deferral_ != nullptr && deferral_->accepts_jobs();
}

/// Null: no limits of tenants apply to the operation.
limits::limiter* gateway::limiter_of(const endpoint& target) const
{
    return has_tenant_limits(target.descriptor) ? services_.limiter : nullptr;
}

/// Null for a job, and if the tenant has no limits.
std::unique_ptr<admitted_call> gateway::admit(const endpoint& target, bool is_job, const request_context& context) const
{
    auto* const limiter = limiter_of(target);
    if (!limiter) return nullptr;
    if (!is_job) return limiter->admit(context.identity.tenant_id, target.descriptor);
    limiter->count_job(context.identity.tenant_id, target.descriptor);
    return nullptr;
}

sdk::task<std::unique_ptr<admitted_call>> gateway::admit_stored(std::string_view tenant_id, const endpoint& target,
                                                                std::chrono::milliseconds most) const
{
    auto* const limiter = limiter_of(target);
    if (!limiter) co_return nullptr;
    co_return co_await limiter->admit_stored(tenant_id, target.descriptor, most);
}

std::shared_ptr<operation_run> gateway::make_run(const endpoint& target, const request_context& context)
{
    return std::make_shared<operation_run>(services_, log_, abandoned_, target, context.request_id, context.trace);
}

void gateway::authenticate(const http::request_head& head, request_context& context) const
{
    const bool complete = keys_.is_complete(); // read first: the stored keys may arrive before the search
    switch (head.authorization ? identify(*head.authorization, context) : credential::absent)
    {
    case credential::valid: return;
    case credential::absent: throw sdk::error{sdk::errc::authentication_required};
    case credential::expired:
    {
        sdk::error failure{sdk::errc::authentication_required};
        failure.message = "The API key has expired"; // only a holder of the whole key reads it
        throw failure;
    }
    case credential::invalid:
        throw sdk::error{complete ? sdk::errc::authentication_required : sdk::errc::usage_backend_unavailable};
    }
}

gateway::credential gateway::identify(std::string_view authorization, request_context& context) const
{
    const auto token = auth::bearer_token(authorization);
    if (!token) return credential::absent;
    auto identity = keys_.find(*token);
    if (!identity)
    {
        context.tenant = "invalid";
        return keys_.is_expired(*token) ? credential::expired : credential::invalid;
    }
    context.identity = std::move(*identity);
    context.tenant   = context.identity.tenant_id;
    return credential::valid;
}

http::response gateway::error_response(const sdk::error& failure, request_context& context)
{
    context.code = failure.code_name();
    context.note = failure.note();
    return envelope(failure, context.request_id);
}

/// As check_body(). Keeps what members of the body resemble, also if it is refused.
sdk::task<std::size_t> gateway::check(std::string& text, operation_run& run, request_context& context,
                                      bool keeps_text) const
{
    std::size_t        memory = 0;
    std::exception_ptr failure;
    try
    {
        memory = co_await check_body(text, run, services_.pool, context.call_log, keeps_text);
    }
    catch (...)
    {
        failure = std::current_exception();
    }
    context.resembled_members = run.resembled_members();
    if (failure) std::rethrow_exception(failure);
    co_return memory;
}

/// Returns the text of the body if it is kept.
sdk::task<stored_body> gateway::read_request(http::exchange& exchange, operation_run& run, request_context& context,
                                             bool keeps_text) const
{
    if (run.target().descriptor.verb == "GET")
    {
        check_query(exchange.head().query, run.request());
        co_return stored_body{};
    }
    auto text = co_await exchange.read_body(limits_.max_body_bytes, context.identity.tenant_id);
    if (!text) throw sdk::error{sdk::errc::payload_too_large};
    const auto memory = co_await check(*text, run, context, keeps_text);
    exchange.hold_memory(memory);
    co_return stored_body{.text = std::move(*text), .memory = memory};
}

http::response gateway::finish(http::response response, const http::request_head& head, request_context& context) const
{
    const auto duration = clock::now() - context.start;
    context.statistics.add(response.status, duration);
    const sdk::log_field facts[]{
        {"method", head.method},     {"path", head.path},
        {"status", response.status}, {"duration_ms", std::chrono::duration<double, std::milli>{duration}.count()},
        {"tenant", context.tenant},  {"key_id", context.identity.key_id},
        {"code", context.code},      {"note", std::string_view{context.note}}};
    const std::size_t fact_count = context.code.empty() ? 6 : context.note.empty() ? 7 : 8;
    /// tenant is `anonymous` without a key, `invalid` with an unknown one.
    log_.write(sdk::severity::info, "request_finished", std::span{facts}.first(fact_count), context.request_id,
               context.trace_id());
    end_trace(response.status, context);
    response.headers.emplace_back("X-Request-ID", context.request_id);
    return response;
}

/// With the attributes that are known before the key is checked.
std::shared_ptr<tracing::request_trace> gateway::begin_trace(const tracing::caller_headers& caller,
                                                             const endpoint&                target) const
{
    if (services_.tracer == nullptr) return nullptr;
    const auto& route = target.descriptor.path;
    auto        trace = services_.tracer->begin(target.descriptor.verb, route, caller);
    if (!trace) return nullptr;
    auto& span = trace->server();
    span.set_text("http.request.method", target.descriptor.verb);
    span.set_text("http.route", route);
    span.set_text("url.path", route);
    span.set_text("url.scheme", limits_.url_scheme);
    return trace;
}

void gateway::end_trace(int status, request_context& context) const noexcept
{
    if (!context.trace) return;
    auto& span = context.trace->server();
    span.set("http.response.status_code", std::int64_t{status});
    span.set_text("verbatim.request_id", context.request_id);
    span.set_text("verbatim.tenant_id", context.tenant);
    if (status >= 500) span.fail(context.code);
    else if (!context.code.empty()) span.set_text("error.type", context.code);
    context.trace->end();
}

call_statistics gateway::statistics() const
{
    return {.routes            = routes_.statistics(),
            .in_flight         = in_flight_.read(0),
            .abandoned         = abandoned_.total(),
            .abandoned_running = abandoned_.running()};
}

} // namespace verbatim::core::gateway
