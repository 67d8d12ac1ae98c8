#pragma once

#include "recording/usage_row.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/type_info.hpp"

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::jobs {

/// Of the wall clock: callers see these times.
using time_point = std::chrono::sys_time<std::chrono::microseconds>;

enum class job_status : unsigned char
{
    queued,
    running,
    succeeded,
    failed,
    cancelled,
};
sdk::enum_values declare(job_status);

enum class job_event : unsigned char
{
    start,
    succeed,
    fail,
    cancel,
};

/// The status after an event; none if the event has no effect on a job with this status.
std::optional<job_status> next_status(job_status status, job_event event) noexcept;

bool             is_finished(job_status status) noexcept;
std::string_view to_string(job_status status);

/// Of a store: docs/reference/jobs.md#limits.
struct job_bounds
{
    std::int64_t unfinished_jobs = 0; ///< of one tenant
    std::int64_t tenant_bytes    = 0;
    std::int64_t bytes           = 0; ///< of all tenants
};

enum class addition_outcome : unsigned char
{
    added,
    earlier,       ///< an earlier request has the idempotency key
    too_many_jobs, ///< of the tenant
    tenant_full,
    full,
};

/// The bound that a further job, or a request with an idempotency key, would exceed beside those that are stored.
std::optional<addition_outcome> exceeded_bound(const job_bounds& bounds, const job_bounds& stored, std::int64_t bytes,
                                               bool is_job) noexcept;

/// The error of a request that would exceed a bound.
sdk::error refusal_of(addition_outcome exceeded);

/// The bytes that a job with texts of this size counts towards the bounds.
std::int64_t counted_bytes(std::size_t size) noexcept;

/// What a request to cancel does to a job that has finished.
enum class if_finished : unsigned char
{
    keep,
    erase,
};

/// A text of a job that is sealed on its own.
enum class part_kind : unsigned char
{
    request,
    result,
    failure,
    answer, ///< of a model
};

/// As stored, and as part of the text that a seal authenticates.
std::string_view to_string(part_kind kind) noexcept;

/// The latest report of the operation.
struct job_progress
{
    std::string phase; ///< empty before the first report
    std::size_t done  = 0;
    std::size_t total = 0; ///< 0: not known

    friend bool operator==(const job_progress&, const job_progress&) = default;
};

/// The part of the phase that is done, from 0 to 1.
double fraction_of(const job_progress& progress) noexcept;

/// The content of the envelope of a failed job.
struct job_failure
{
    std::string                   code;
    std::string                   message;
    std::vector<sdk::field_issue> fields;
};

/// A job as its tenant sees it.
struct job
{
    std::string                id;         ///< 32 hexadecimal digits, random
    std::string                request_id; ///< of the POST
    std::string                operation;  ///< name of the operation
    job_status                 status = job_status::queued;
    time_point                 created{};
    std::optional<time_point>  started{};
    std::optional<time_point>  finished{};
    std::optional<time_point>  expires{}; ///< when a finished job is erased
    job_progress               progress{};
    std::int64_t               attempts = 0; ///< at models, so far
    recording::micro_usd       cost     = 0; ///< of these
    std::optional<job_failure> failure{};
    std::uint64_t              version = 1; ///< grows with every change
};

/// The right of one run to execute a job, or a request whose client waits, and to write to it. Ends when another run
/// takes the job.
struct job_lease
{
    std::string  id; ///< of the job
    std::int64_t fence = 0;

    friend auto operator<=>(const job_lease&, const job_lease&) = default;
};

/// The error of a job that ended its servers, or held their I/O threads, too often.
inline constexpr sdk::declared_error takeovers_exceeded{
    .code = "job_takeovers_exceeded", .status = 500, .message = "The job ended or blocked its server too often"};

/// How long a client should wait before it asks again: a tenth of the job's age, from 1 to 30 s.
std::chrono::seconds polling_interval(const job& job, time_point now) noexcept;

/// The error of a request for the answer of an unfinished job.
sdk::error unfinished_error(const job& job, time_point now);

/// The error of a request that takes more room than its tenant may ever have.
sdk::error body_too_large();

job_failure failure_of(const sdk::error& error);

/// In whole seconds; 0 for a time that is still to come.
std::chrono::seconds age(time_point since, time_point now) noexcept;

/// 128 random bits in hexadecimal digits. Throws std::runtime_error if the system has no random numbers.
std::string make_job_id();

} // namespace verbatim::core::jobs
