#include "jobs/job_routes.hpp"

#include "gateway/deferral.hpp"
#include "gateway/json_response.hpp"
#include "gateway/possible_errors.hpp"
#include "gateway/preferences.hpp"
#include "jobs/event_streams.hpp"
#include "jobs/wire.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

namespace verbatim::core::jobs {

namespace asio = boost::asio;

namespace {

using gateway::resource_request;

sdk::task<http::response> list_jobs(service& jobs, const resource_request& request)
{
    const auto&                  query = *static_cast<const list_query*>(request.query);
    std::optional<std::uint64_t> before;
    if (query.cursor) before = position_of(*query.cursor);
    const auto limit = static_cast<std::size_t>(query.limit);
    co_return list_response(co_await jobs.jobs().list(request.caller.tenant_id, before, limit));
}

sdk::task<job> find(service& jobs, const resource_request& request)
{
    auto state = co_await jobs.jobs().find(request.caller.tenant_id, request.id);
    if (!state) throw sdk::error{sdk::errc::not_found};
    co_return std::move(*state);
}

sdk::task<http::response> read_job(service& jobs, const resource_request& request)
{
    co_return job_response(co_await find(jobs, request), jobs.time());
}

sdk::task<http::response> read_result(service& jobs, const resource_request& request)
{
    const auto state = co_await find(jobs, request);
    if (const auto answer = co_await jobs.jobs().answer(request.caller.tenant_id, request.id))
    {
        if (state.failure) request.error_code = state.failure->code;
        co_return http::response{*answer};
    }
    if (is_finished(state.status)) throw sdk::error{sdk::errc::not_found};
    throw unfinished_error(state, jobs.time());
}

template <if_finished Finished>
sdk::task<http::response> end_job(service& jobs, const resource_request& request)
{
    const auto ended = co_await jobs.cancel(request.caller.tenant_id, std::string{request.id}, Finished);
    if (!ended) throw sdk::error{sdk::errc::not_found};
    co_return job_response(*ended, jobs.time());
}

sdk::task<http::response> erase_answer(service& jobs, const resource_request& request)
{
    auto key = gateway::read_preferences(request.exchange.head()).idempotency_key;
    if (key.empty()) throw sdk::validation_error{"Idempotency-Key", "Field required"};
    auto       erasure = jobs.erase_answer(request.caller.tenant_id, std::move(key), request.request_id);
    const auto erased  = co_await std::move(erasure);
    co_return gateway::json_response(
        erased_answer_view{.operation = erased.operation, .request_id = erased.request_id});
}

http::response stream_head(const resource_request& request)
{
    http::response head;
    head.content_type = "text/event-stream";
    head.headers.emplace_back("Cache-Control", "no-store");
    head.headers.emplace_back("X-Key-Access", request.caller.access());
    head.headers.emplace_back("X-Request-ID", request.request_id);
    return head;
}

/// Sends an event for each change until the job has finished or is erased, or the server has stopped running jobs. The
/// client then follows the job at another server.
sdk::task<http::response> stream_events(service& jobs, const resource_request& request)
{
    using clock = event_feed::clock;

    std::optional<job> state = co_await find(jobs, request);
    event_feed         feed{request.exchange.head().last_event_id, clock::now()};
    if (feed.has_ended(*state))
    {
        http::response none;
        none.status = 204; // ends the attempts of an EventSource to connect again
        co_return none;
    }
    const auto place = jobs.streams().open(request.caller.tenant_id);
    auto       head  = stream_head(request);
    co_await request.exchange.begin_stream(std::move(head));

    asio::steady_timer timer{co_await asio::this_coro::executor};
    for (bool is_last = false; state; state = co_await jobs.jobs().find(request.caller.tenant_id, request.id))
    {
        auto bytes = feed.next(*state, clock::now());
        if (!bytes.empty()) co_await request.exchange.send(std::move(bytes));
        if (is_last || is_finished(state->status)) break;
        timer.expires_after(std::max(feed.poll_interval(clock::now()), jobs.jobs().poll_interval()));
        co_await timer.async_wait(asio::use_awaitable);
        is_last = jobs.has_drained(); // before the state is read
    }
    http::response sent;
    sent.streamed = true;
    co_return sent;
}

template <class Query, class Response>
sdk::descriptor describe(std::string_view name, std::string_view verb, std::string_view path, std::string_view summary,
                         std::string_view description)
{
    return {.name        = name,
            .verb        = verb,
            .path        = path,
            .summary     = summary,
            .description = description,
            .tag         = "Jobs",
            .usage_label = {},
            .request     = sdk::type_of<Query>(),
            .response    = sdk::type_of<Response>(),
            .errors      = {sdk::errc::not_found}};
}

/// A route and its function.
struct job_route
{
    sdk::descriptor descriptor;
    sdk::task<http::response> (*respond)(service& jobs, const resource_request& request);
};

constexpr auto job_path    = "/v1/jobs/{job_id}";
constexpr auto events_path = "/v1/jobs/{job_id}/events";
constexpr auto result_path = "/v1/jobs/{job_id}/result";
constexpr auto cancel_path = "/v1/jobs/{job_id}/cancel";

/// Errors that a stored answer may have: all but those of the checks before a job is accepted.
void add_result_errors(sdk::descriptor& result, const std::vector<sdk::descriptor>& operations)
{
    using enum sdk::errc;
    constexpr sdk::errc never_stored[]{authentication_required,   forbidden,     json_invalid, validation_error,
                                       prompt_injection_detected, too_many_jobs, conflict};
    result.errors = {not_found, unfinished, server_stopped, takeovers_exceeded};
    for (const auto& operation : operations)
    {
        if (!gateway::is_deferrable(operation)) continue;
        for (const auto code : gateway::host_errors(operation))
            if (std::ranges::count(never_stored, code) == 0) result.errors.emplace_back(code);
        for (const auto& own : gateway::own_errors(operation))
            if (std::ranges::none_of(gateway::own_errors(result),
                                     [&](const auto& known) { return known.code.view() == own.code.view(); }))
                result.errors.emplace_back(own);
    }
}

std::vector<job_route> routes_of(const std::vector<sdk::descriptor>& operations)
{
    auto list = describe<list_query, job_list_view>("list_jobs", "GET", "/v1/jobs", "List jobs",
                                                    "The jobs of the key's tenant, newest first.");
    list.errors.clear();
    auto result = describe<gateway::no_query, job_view>(
        "job_result", "GET", result_path, "Get the result of a job",
        "The status, body and headers of the synchronous answer. 409 until the job has finished.");
    result.response = {}; // that of any operation
    add_result_errors(result, operations);
    auto events = describe<gateway::no_query, job_view>(
        "job_events", "GET", events_path, "Follow a job",
        "An event `progress` for each change, at most four a second, and a last event `end`; the data is the job as "
        "JSON. Comments every 15 seconds keep the connection open. With `Last-Event-ID` the stream continues after "
        "that event; 204 if it was the last.");
    events.headers = {{"Content-Type", "text/event-stream"}};
    events.errors.emplace_back(sdk::errc::too_many_jobs);
    auto erased = describe<gateway::no_query, erased_answer_view>(
        "erase_answer", "DELETE", gateway::idempotency_keys_path, "Erase the answer stored for an idempotency key",
        "Erases the answer that is stored for the key in `Idempotency-Key`, and frees the key. For the key of a job "
        "it is the same as `DELETE` of the job.");
    erased.errors = {sdk::errc::not_found, sdk::errc::unfinished, sdk::errc::validation_error};
    return {{std::move(list), &list_jobs},
            {describe<gateway::no_query, job_view>(
                 "job", "GET", job_path, "Get a job",
                 "Status and progress of a job. While it is unfinished, `Retry-After` advises when to ask again."),
             &read_job},
            {describe<gateway::no_query, job_view>(
                 "delete_job", "DELETE", job_path, "Cancel or erase a job",
                 "Cancels an unfinished job: no further model call starts, and its request is "
                 "erased. Erases a finished job with its answer."),
             &end_job<if_finished::erase>},
            {describe<gateway::no_query, job_view>(
                 "cancel_job", "POST", cancel_path, "Cancel a job",
                 "Cancels an unfinished job: no further model call starts, and its request is erased. A finished job "
                 "stays as it is, with its answer. The request needs no body."),
             &end_job<if_finished::keep>},
            {std::move(result), &read_result},
            {std::move(events), &stream_events},
            {std::move(erased), &erase_answer}};
}

} // namespace

std::vector<sdk::descriptor> describe_routes(const std::vector<sdk::descriptor>& operations)
{
    std::vector<sdk::descriptor> descriptors;
    for (auto& route : routes_of(operations)) descriptors.push_back(std::move(route.descriptor));
    return descriptors;
}

void add_routes(gateway::routes& routes, service& jobs, const std::vector<sdk::descriptor>& operations)
{
    for (const auto& [descriptor, respond] : routes_of(operations))
        routes.add(descriptor, std::bind_front(respond, std::ref(jobs)));
}

} // namespace verbatim::core::jobs
