#pragma once

#include "http/message.hpp"
#include "jobs/job.hpp"
#include "jobs/store.hpp"

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The JSON of jobs: docs/reference/jobs.md#job.
namespace verbatim::core::jobs {

struct progress_view
{
    std::optional<std::string> phase;
    std::size_t                done     = 0;
    std::size_t                total    = 0;
    double                     fraction = 0;
};
void declare(sdk::schema_builder& schema, progress_view& progress);

struct field_view
{
    std::string field;
    std::string issue;
};
void declare(sdk::schema_builder& schema, field_view& field);

struct failure_view
{
    std::string             code;
    std::string             message;
    std::string             request_id;
    std::vector<field_view> fields;
};
void declare(sdk::schema_builder& schema, failure_view& failure);

struct job_view
{
    std::string                   job_id;
    job_status                    status = job_status::queued;
    std::string                   operation;
    std::string                   request_id;
    sdk::date_time                created;
    std::optional<sdk::date_time> started;
    std::optional<sdk::date_time> finished;
    std::optional<sdk::date_time> expires;
    progress_view                 progress;
    std::int64_t                  calls    = 0;
    double                        cost_usd = 0;
    std::optional<failure_view>   error;
};
void declare(sdk::schema_builder& schema, job_view& job);

struct job_list_view
{
    std::vector<job_view>      jobs;
    std::optional<std::string> next_cursor;
};
void declare(sdk::schema_builder& schema, job_list_view& list);

/// The request whose answer was erased.
struct erased_answer_view
{
    std::string operation;
    std::string request_id;
};
void declare(sdk::schema_builder& schema, erased_answer_view& erased);

/// Query of GET /v1/jobs.
struct list_query
{
    std::int64_t               limit = 50;
    std::optional<std::string> cursor;
};
void declare(sdk::schema_builder& schema, list_query& query);

job_view view_of(const job& job);

/// The job as JSON text without a line break.
std::string to_json(const job& job);

/// The job as JSON, with Retry-After while it is unfinished.
http::response job_response(const job& job, time_point now);

http::response list_response(const job_page& page);

/// The response to the POST of a job.
http::response accepted_response(const job& job, time_point now);

/// The position that a cursor of job_list_view names. Throws sdk::validation_error.
std::uint64_t position_of(const std::string& cursor);

} // namespace verbatim::core::jobs
