#include "gateway/gateway.hpp"

#include "gateway/envelope.hpp"
#include "gateway/operation_run.hpp"
#include "gateway/request_context.hpp"
#include "gateway/request_steps.hpp"
#include "gateway/static_response.hpp"

#include <boost/asio/this_coro.hpp>
#include <boost/core/demangle.hpp>

#include <algorithm>
#include <span>
#include <typeinfo>
#include <utility>

namespace verbatim::core::gateway {

namespace asio = boost::asio;

namespace {

using clock = std::chrono::steady_clock;

/// Logged, never sent: the client disconnected before its response, or the call was cancelled at shutdown.
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

} // namespace

gateway::gateway(settings limits, const routes& routes, const auth::keyring& keys, services& services,
                 log::logger& logger)
    : limits_{limits}
    , routes_{routes}
    , keys_{keys}
    , services_{services}
    , log_{logger}
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
        response = error_response(sdk::error{match.path_known ? sdk::errc::method_not_allowed : sdk::errc::not_found},
                                  context);
        if (match.path_known) response.headers.emplace_back("Allow", std::move(match.allowed));
        response.head_only = head.method == "HEAD";
    }
    return finish(std::move(response), head, context);
}

sdk::task<http::response> gateway::respond(http::exchange& exchange)
{
    const auto            cancellation = co_await asio::this_coro::cancellation_state;
    const in_flight_guard in_flight{in_flight_};
    const auto            match = routes_.find(exchange.head().method, exchange.head().path);
    request_context       context{log_, *match.statistics, begin_trace(exchange.head(), *match.operation)};
    http::response        response;
    try
    {
        response = co_await serve(exchange, *match.operation, context);
    }
    catch (const sdk::error& failure)
    {
        if (failure.code() == sdk::errc::internal_error && !failure.declared())
            log_unexpected(match.operation->descriptor, context);
        response = error_response(failure, context);
    }
    catch (...)
    {
        if (cancellation.cancelled() != asio::cancellation_type::none)
        {
            response.status = client_gone;
            finish(std::move(response), exchange.head(), context);
            throw;
        }
        log_unexpected(match.operation->descriptor, context);
        response = error_response(sdk::error{sdk::errc::internal_error}, context);
    }
    co_return finish(std::move(response), exchange.head(), context);
}

void gateway::log_unexpected(const sdk::descriptor& descriptor, request_context& context)
{
    const auto& label = descriptor.usage_label.empty() ? descriptor.name : descriptor.usage_label;
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

sdk::task<http::response> gateway::serve(http::exchange& exchange, const endpoint& target, request_context& context)
{
    authenticate(exchange.head(), context);
    if (target.descriptor.access == sdk::access_level::superuser && !context.identity.is_superuser)
        throw sdk::error{sdk::errc::forbidden};

    const auto run =
        std::make_shared<operation_run>(services_, log_, abandoned_, target, context.request_id, context.trace);
    co_await read_request(exchange, *run, context);

    run->open(context.identity.tenant_id);
    co_return co_await execute(*run, context.identity, services_.pool, limits_.fail_closed);
}

void gateway::authenticate(const http::request_head& head, request_context& context) const
{
    const bool complete = keys_.is_complete(); // read first: the stored keys may arrive before the search
    switch (head.authorization ? identify(*head.authorization, context) : credential::absent)
    {
    case credential::valid: return;
    case credential::absent: throw sdk::error{sdk::errc::authentication_required};
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
        return credential::invalid;
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

sdk::task<> gateway::read_request(http::exchange& exchange, operation_run& run, request_context& context) const
{
    if (run.target().descriptor.verb == "GET")
    {
        check_query(exchange.head().query, run);
        co_return;
    }
    auto text = co_await exchange.read_body(limits_.max_body_bytes, context.identity.tenant_id);
    if (!text) throw sdk::error{sdk::errc::payload_too_large};
    exchange.hold_memory(co_await check_body(*text, run, services_.pool, context.call_log));
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
    log_.write(sdk::severity::info, "request_finished", std::span{facts}.first(fact_count), context.request_id,
               context.trace_id());
    end_trace(response.status, context);
    response.headers.emplace_back("X-Request-ID", context.request_id);
    return response;
}

/// With the attributes that are known before the key is checked.
std::shared_ptr<tracing::request_trace> gateway::begin_trace(const http::request_head& head,
                                                             const endpoint&           target) const
{
    if (services_.tracer == nullptr) return nullptr;
    const auto& route = target.descriptor.path;
    auto        trace = services_.tracer->begin(head.method, route,
                                                {.traceparent = head.traceparent.value_or(""), .tracestate = head.tracestate});
    if (!trace) return nullptr;
    auto& span = trace->server();
    span.set_text("http.request.method", head.method);
    span.set_text("http.route", route);
    span.set_text("url.path", route);
    span.set_text("url.scheme", limits_.url_scheme);
    if (head.request_id && is_recordable_id(*head.request_id))
        span.set("http.request.header.x-request-id", std::vector{std::string{*head.request_id}});
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
