#include "jobs/wire.hpp"

#include "gateway/json_response.hpp"

#include "verbatim/sdk/error.hpp"

#include <charconv>

namespace verbatim::core::jobs {

namespace {

constexpr auto example_id      = "6f1d2c3b4a59687786950a1b2c3d4e5f";
constexpr auto example_request = "01a1fd70-f2cf-7f0e-9a51-2f9a3f6d3c11";

failure_view view_of(const job_failure& failure, const std::string& request_id)
{
    failure_view view{.code = failure.code, .message = failure.message, .request_id = request_id, .fields = {}};
    for (const auto& [field, issue] : failure.fields) view.fields.push_back({field, issue});
    return view;
}

} // namespace

void declare(sdk::schema_builder& schema, progress_view& progress)
{
    schema.name("JobProgress", "The latest report of the operation.");

    schema.field("phase", progress.phase, "Phase of the operation, such as `map`; null before its first report.")
        .example("map");
    schema.field("done", progress.done, "Steps of the phase that are done.").example("120");
    schema.field("total", progress.total, "Steps of the phase; 0 while not known.").example("480");
    schema.field("fraction", progress.fraction, "`done` divided by `total`, from 0 to 1.").example("0.25");
}

void declare(sdk::schema_builder& schema, field_view& field)
{
    schema.name("JobFieldIssue", "A problem in one field of the request.");

    schema.field("field", field.field, "As in `FieldIssue`.").example("feedback_records[3].content");
    schema.field("issue", field.issue, "The violated rule; never the input.").example("Field required");
}

void declare(sdk::schema_builder& schema, failure_view& failure)
{
    schema.name("JobError", "The content of the error envelope that the result returns.");

    schema.field("code", failure.code, "As in `ErrorCode`.").example("llm_error");
    schema.field("message", failure.message, "For people.").example("LLM provider call failed");
    schema.field("request_id", failure.request_id, "The `X-Request-ID` of the POST.").example(example_request);
    schema.field("fields", failure.fields, "Problems of the request; empty for most codes.").example("[]");
}

void declare(sdk::schema_builder& schema, job_view& job)
{
    schema.name("Job", "A request that outlives its connection.");

    schema.field("job_id", job.job_id, "Id of the job, 32 hexadecimal digits.").example(example_id);
    schema.field("status", job.status, "Status of the job.").example("running");
    schema.field("operation", job.operation, "Id of the operation of the POST.").example("analyze_bulk");
    schema.field("request_id", job.request_id, "The `X-Request-ID` of the POST, in its result and in usage rows.")
        .example(example_request);
    schema.field("created", job.created, "When the POST was accepted.").example("2026-11-22T09:15:00Z");
    schema.field("started", job.started, "When the job left the queue; null before.").example("2026-11-22T09:15:01Z");
    schema.field("finished", job.finished, "When the job ended; null before.");
    schema.field("expires", job.expires, "When a finished job is erased; null before its end.");
    schema.field("progress", job.progress, "Progress of the current phase.");
    schema.field("calls", job.calls, "Attempts at models so far.").example("121");
    schema.field("cost_usd", job.cost_usd, "Cost of these attempts in US dollars.").example("0.4182");
    schema.field("error", job.error, "Why the job failed; null otherwise.");
}

void declare(sdk::schema_builder& schema, job_list_view& list)
{
    schema.name("JobList", "Jobs of the key's tenant, newest first.");

    schema.field("jobs", list.jobs, "At most `limit` jobs.");
    schema.field("next_cursor", list.next_cursor, "The `cursor` of the next page; null on the last one.")
        .example("1795338900000000");
}

void declare(sdk::schema_builder& schema, erased_answer_view& erased)
{
    schema.name("ErasedAnswer", "The request whose stored answer was erased.");

    schema.field("operation", erased.operation, "Id of the operation of the POST.").example("summarize");
    schema.field("request_id", erased.request_id, "The `X-Request-ID` of the POST and of its usage rows.")
        .example(example_request);
}

void declare(sdk::schema_builder& schema, list_query& query)
{
    schema.name("JobListQuery", "A page of the list.");

    schema.optional("limit", query.limit, "Maximum jobs of the page.").at_least(1).at_most(200);
    schema.optional("cursor", query.cursor, "`next_cursor` of the page before; without it, the newest jobs.");
}

job_view view_of(const job& job)
{
    const auto& progress = job.progress;
    return {.job_id     = job.id,
            .status     = job.status,
            .operation  = job.operation,
            .request_id = job.request_id,
            .created    = gateway::date_time_of(job.created),
            .started    = gateway::date_time_of(job.started),
            .finished   = gateway::date_time_of(job.finished),
            .expires    = gateway::date_time_of(job.expires),
            .progress   = {.phase    = progress.phase.empty() ? std::nullopt : std::optional{progress.phase},
                           .done     = progress.done,
                           .total    = progress.total,
                           .fraction = fraction_of(progress)},
            .calls      = job.attempts,
            .cost_usd   = recording::to_usd(job.cost),
            .error      = job.failure ? std::optional{view_of(*job.failure, job.request_id)} : std::nullopt};
}

std::string to_json(const job& job)
{
    const auto  view = view_of(job);
    std::string text;
    sdk::write(sdk::schema_of<job_view>(), &view, text);
    return text;
}

http::response job_response(const job& job, time_point now)
{
    auto response = gateway::json_response(view_of(job));
    if (!is_finished(job.status))
        response.headers.emplace_back("Retry-After", std::to_string(polling_interval(job, now).count()));
    return response;
}

http::response list_response(const job_page& page)
{
    job_list_view list;
    for (const auto& job : page.jobs) list.jobs.push_back(view_of(job));
    if (page.next) list.next_cursor = std::to_string(*page.next);
    return gateway::json_response(list);
}

http::response accepted_response(const job& job, time_point now)
{
    auto response   = gateway::json_response(view_of(job));
    response.status = 202;
    response.headers.emplace_back("Location", "/v1/jobs/" + job.id);
    response.headers.emplace_back("Preference-Applied", "respond-async");
    response.headers.emplace_back("Retry-After", std::to_string(polling_interval(job, now).count()));
    return response;
}

std::uint64_t position_of(const std::string& cursor)
{
    std::uint64_t     position = 0;
    const auto* const end      = cursor.data() + cursor.size();
    const auto [rest, failure] = std::from_chars(cursor.data(), end, position);
    if (failure != std::errc{} || rest != end)
        throw sdk::validation_error{"cursor", "Should be the next_cursor of a page"};
    return position;
}

} // namespace verbatim::core::jobs
