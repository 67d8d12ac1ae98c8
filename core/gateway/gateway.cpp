#include "gateway/gateway.hpp"

#include "exec/on_pool.hpp"
#include "gateway/deadline.hpp"
#include "gateway/envelope.hpp"
#include "gateway/json_body.hpp"
#include "gateway/page_reply.hpp"
#include "gateway/query.hpp"
#include "gateway/request_id.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <boost/asio/this_coro.hpp>
#include <boost/core/demangle.hpp>

#include <algorithm>
#include <map>
#include <span>
#include <typeinfo>
#include <utility>

namespace verbatim::core::gateway {

namespace asio = boost::asio;

namespace {

using clock = std::chrono::steady_clock;

/// From this size on a body is parsed and read on the pool: an I/O thread is not held for longer than some
/// milliseconds.
constexpr std::size_t large_body = 1 << 20;

/// A status of our own log, never sent: the client went away before its answer was ready, or a drain cut it off.
constexpr int client_gone = 499;

/// What a call waits for its rows at least, however little of its time is left.
constexpr std::chrono::seconds least_wait_for_rows{10};

/// What to call an error in the log. Of an exception nobody expected it is the type: its text may quote a record.
std::string class_of_current_exception()
{
    try
    {
        throw;
    }
    catch (const sdk::error& failure)
    {
        return failure.note().empty() ? std::string{sdk::to_string(failure.code())} : failure.note();
    }
    catch (...)
    {}
    const auto* type = std::current_exception().__cxa_exception_type();
    return type ? boost::core::demangle(type->name()) : "unknown";
}

void refuse_if_any(std::vector<sdk::field_issue> problems, sdk::errc code)
{
    if (problems.empty()) return;
    sdk::error failure{code};
    failure.fields = std::move(problems);
    throw failure;
}

/// How often each rule was hit: one log line a rule, whatever the number of records.
std::map<std::string, std::size_t> counted(const std::vector<sdk::field_issue>& hits)
{
    std::map<std::string, std::size_t> rules;
    for (const auto& hit : hits) ++rules[hit.issue];
    return rules;
}

/// Counts one call among those under way for as long as it lives.
class in_flight
{
public:
    explicit in_flight(metrics::counters& all) noexcept
        : all_{all}
    {
        all_.add(0);
    }
    ~in_flight() { all_.add(0, -1); }
    in_flight(const in_flight&)            = delete;
    in_flight& operator=(const in_flight&) = delete;

private:
    metrics::counters& all_;
};

} // namespace

/// What is known of a request so far; complete enough at any moment for its log line.
struct gateway::visit
{
    visit(log::journal& lines, route_figures& route)
        : line{lines, request_id}
        , counted{route}
    {}

    std::string              request_id = make_request_id();
    clock::time_point        since      = clock::now();
    log::call_log            line;                 ///< writes the request id on every line
    std::string_view         tenant = "anonymous"; ///< as logged: contract 24
    auth::identity           who;
    route_figures&           counted;
    std::string_view         code; ///< of the envelope; empty: none
    std::string              note; ///< what its error adds for the log
    std::optional<json_body> body; ///< parsed; what the request's string views borrow from
};

gateway::gateway(settings limits, const routes& known, const auth::keyring& keys, services& lent, log::journal& lines)
    : limits_{limits}
    , routes_{known}
    , keys_{keys}
    , lent_{lent}
    , log_{lines}
{}

std::optional<http::response> gateway::answer_at_once(const http::request_head& head)
{
    auto found = routes_.find(head.method, head.path);
    if (found.operation) return std::nullopt;

    visit          caller{log_, *found.counted};
    http::response reply;
    if (head.authorization) recognise(*head.authorization, caller); // for the log alone
    if (found.host) reply = page_reply(*found.host, head);
    else
    {
        reply = refusal(sdk::error{found.path_known ? sdk::errc::method_not_allowed : sdk::errc::not_found}, caller);
        if (found.path_known) reply.headers.emplace_back("Allow", std::move(found.allowed));
        reply.head_only = head.method == "HEAD";
    }
    return finish(std::move(reply), head, caller);
}

sdk::task<http::response> gateway::answer(http::exchange& one)
{
    const auto      cancellation = co_await asio::this_coro::cancellation_state;
    const in_flight being_answered{in_flight_};
    const auto      found = routes_.find(one.head().method, one.head().path);
    visit           caller{log_, *found.counted};
    http::response  reply;
    try
    {
        reply = co_await serve(one, *found.operation, caller);
    }
    catch (const sdk::error& failure)
    {
        if (failure.code() == sdk::errc::internal_error) tell_unexpected(found.operation->about, caller);
        reply = refusal(failure, caller);
    }
    catch (...)
    {
        if (cancellation.cancelled() != asio::cancellation_type::none)
        {
            reply.status = client_gone;
            finish(std::move(reply), one.head(), caller);
            throw;
        }
        tell_unexpected(found.operation->about, caller);
        reply = refusal(sdk::error{sdk::errc::internal_error}, caller);
    }
    co_return finish(std::move(reply), one.head(), caller);
}

void gateway::tell_unexpected(const sdk::descriptor& what, visit& caller)
{
    const auto& label = what.usage_label.empty() ? what.name : what.usage_label;
    caller.line.write(sdk::severity::error, "unexpected failure",
                      {{"tenant", caller.tenant},
                       {"operation", std::string_view{label}},
                       {"error_class", class_of_current_exception()}});
}

http::response gateway::refuse(int status)
{
    visit caller{log_, routes_.refused()};
    auto  reply  = refusal(sdk::error{refusal_of(status)}, caller);
    reply.status = status;
    reply.close  = true;
    return finish(std::move(reply), {}, caller);
}

sdk::task<http::response> gateway::serve(http::exchange& one, const endpoint& target, visit& caller)
{
    authenticate(one.head(), caller);
    if (target.about.who == sdk::access::superuser && !caller.who.is_superuser) throw sdk::error{sdk::errc::forbidden};

    declared_request asked{target.about.asks};
    co_await read(one, target, asked, caller);

    const auto         cancellation = co_await asio::this_coro::cancellation_state;
    const auto         rows         = lent_.usage.open();
    const auto         deadline     = clock::now() + target.about.deadline;
    sdk::reply         answer;
    std::exception_ptr failed;
    try
    {
        answer = co_await run(target, asked, rows, deadline, caller);
    }
    catch (...)
    {
        failed = std::current_exception();
    }
    // Nobody waits for the answer of a cancelled call; its rows are written all the same.
    const auto latest = std::max(deadline, clock::now() + least_wait_for_rows);
    if (cancellation.cancelled() == asio::cancellation_type::none) co_await rows->settled(latest);
    if (failed) std::rethrow_exception(failed);

    http::response reply;
    reply.status  = answer.status;
    reply.body    = std::move(answer.body);
    reply.headers = std::move(answer.headers);
    reply.headers.emplace_back("X-Key-Access", caller.who.is_superuser ? "superuser" : "tenant");
    co_return reply;
}

void gateway::authenticate(const http::request_head& head, visit& caller) const
{
    const bool complete = keys_.is_complete(); // asked first: the stored keys may come before the search
    switch (head.authorization ? recognise(*head.authorization, caller) : presented::nothing)
    {
    case presented::known: return;
    case presented::nothing: throw sdk::error{sdk::errc::authentication_required};
    case presented::unknown:
        throw sdk::error{complete ? sdk::errc::authentication_required : sdk::errc::usage_backend_unavailable};
    }
}

gateway::presented gateway::recognise(std::string_view authorization, visit& caller) const
{
    const auto token = auth::bearer_token(authorization);
    if (!token) return presented::nothing;
    auto known = keys_.find(*token);
    if (!known)
    {
        caller.tenant = "invalid";
        return presented::unknown;
    }
    caller.who    = std::move(*known);
    caller.tenant = caller.who.tenant_id;
    return presented::known;
}

http::response gateway::refusal(const sdk::error& failure, visit& caller)
{
    caller.code = sdk::to_string(failure.code());
    caller.note = failure.note();
    return envelope(failure, caller.request_id);
}

sdk::task<> gateway::read(http::exchange& one, const endpoint& target, declared_request& asked, visit& caller) const
{
    if (target.about.verb == "GET")
    {
        const auto from = [query = one.head().query](std::string_view name) { return parameter(query, name); };
        refuse_if_any(sdk::read(asked.table(), from, asked.value()), sdk::errc::validation_error);
        co_return;
    }

    auto text = co_await one.read_body(limits_.max_body_bytes);
    if (!text) throw sdk::error{sdk::errc::payload_too_large};
    const auto size = text->size();

    std::vector<sdk::field_issue> screened;
    const std::function<void()>   step = [&] {
        const body_use use{&asked.table(), &target.about.open_members};
        caller.body.emplace(*text, &use);
        text.reset();
        refuse_if_any(sdk::read(asked.table(), caller.body->value(), asked.value()), sdk::errc::validation_error);
        screened = sdk::screen(asked.table(), asked.value());
        if (!sdk::borrows(asked.table())) caller.body.reset(); // larger than its text, and of no more use
    };
    if (size < large_body) step();
    else
    {
        asked.drop_on(lent_.pool);
        co_await exec::run_on_pool(lent_.pool, step);
    }

    if (screened.empty()) co_return;
    for (const auto& [rule, hits] : counted(screened))
        caller.line.write(sdk::severity::warning, "screening hit", {{"rule", rule}, {"texts", hits}});
    refuse_if_any(std::move(screened), sdk::errc::prompt_injection_detected);
}

sdk::task<sdk::reply> gateway::run(const endpoint& target, const declared_request& asked,
                                   std::shared_ptr<usage::ledger> rows, clock::time_point deadline, visit& caller)
{
    llm::client who{.tenant_id  = caller.who.tenant_id,
                    .operation  = std::string{target.about.usage_label},
                    .request_id = caller.request_id,
                    .deadline   = deadline,
                    .rows       = std::move(rows),
                    .log        = caller.line};
    // The model layer ends its own waits by the deadline and knows better what to say; this is the last resort behind
    // it.
    const auto last_resort = who.deadline + std::chrono::seconds{1};

    call_context context{lent_, std::move(who), asked};
    co_return co_await within(last_resort, target.operation->run(context));
}

http::response gateway::finish(http::response reply, const http::request_head& head, visit& caller) const
{
    const auto took = clock::now() - caller.since;
    caller.counted.add(reply.status, took);
    const sdk::fact facts[]{
        {"method", head.method},   {"path", head.path},
        {"status", reply.status},  {"duration_ms", std::chrono::duration<double, std::milli>{took}.count()},
        {"tenant", caller.tenant}, {"key_id", caller.who.key_id},
        {"code", caller.code},     {"note", std::string_view{caller.note}}};
    const std::size_t said = caller.code.empty() ? 6 : caller.note.empty() ? 7 : 8;
    log_.write(sdk::severity::info, "request finished", std::span{facts}.first(said), caller.request_id);
    reply.headers.emplace_back("X-Request-ID", caller.request_id);
    return reply;
}

call_figures gateway::figures() const { return {.routes = routes_.figures(), .in_flight = in_flight_.read(0)}; }

} // namespace verbatim::core::gateway
