#include "jobs/job.hpp"

#include "encoding/encoding.hpp"
#include "gateway/envelope.hpp"
#include "jobs/cryptography.hpp"

#include <algorithm>

namespace verbatim::core::jobs {

sdk::enum_values declare(job_status)
{
    return {"JobStatus",
            {{"queued", job_status::queued, "Waits for its turn."},
             {"running", job_status::running, "The operation runs."},
             {"succeeded", job_status::succeeded, "The answer is available."},
             {"failed", job_status::failed, "The answer is an error."},
             {"cancelled", job_status::cancelled, "Cancelled by its tenant; there is no answer."}}};
}

std::optional<job_status> next_status(job_status status, job_event event) noexcept
{
    if (is_finished(status)) return std::nullopt;
    switch (event)
    {
    case job_event::start: return status == job_status::queued ? std::optional{job_status::running} : std::nullopt;
    case job_event::succeed: return status == job_status::running ? std::optional{job_status::succeeded} : std::nullopt;
    case job_event::fail: return job_status::failed;
    case job_event::cancel: return job_status::cancelled;
    }
    return std::nullopt;
}

bool is_finished(job_status status) noexcept { return status != job_status::queued && status != job_status::running; }

std::string_view to_string(job_status status)
{
    const auto& statuses = sdk::schema::enum_values_of<job_status>();
    return statuses.find_by_value(static_cast<std::int64_t>(status))->name.view();
}

std::string_view to_string(part_kind kind) noexcept
{
    switch (kind)
    {
    case part_kind::request: return "request";
    case part_kind::result: return "result";
    case part_kind::failure: return "failure";
    case part_kind::answer: return "answer";
    }
    return "";
}

std::optional<addition_outcome> exceeded_bound(const job_bounds& bounds, const job_bounds& stored, std::int64_t bytes,
                                               bool is_job) noexcept
{
    if (stored.bytes + bytes > bounds.bytes) return addition_outcome::full;
    if (is_job && stored.unfinished_jobs >= bounds.unfinished_jobs) return addition_outcome::too_many_jobs;
    if (stored.tenant_bytes + bytes > bounds.tenant_bytes) return addition_outcome::tenant_full;
    return std::nullopt;
}

sdk::error refusal_of(addition_outcome exceeded)
{
    if (exceeded == addition_outcome::full) return sdk::error{sdk::errc::overloaded, "bytes of jobs"};
    return sdk::error{sdk::errc::too_many_jobs, exceeded == addition_outcome::tenant_full ? "bytes" : "jobs"};
}

std::int64_t counted_bytes(std::size_t size) noexcept
{
    constexpr std::size_t overhead = 1024; // of a job, in addition to its texts
    return static_cast<std::int64_t>(overhead + size);
}

double fraction_of(const job_progress& progress) noexcept
{
    if (progress.total == 0) return 0;
    return static_cast<double>(std::min(progress.done, progress.total)) / static_cast<double>(progress.total);
}

std::chrono::seconds polling_interval(const job& job, time_point now) noexcept
{
    constexpr std::chrono::seconds shortest{1};
    constexpr std::chrono::seconds longest{30};
    return std::clamp(std::chrono::floor<std::chrono::seconds>((now - job.created) / 10), shortest, longest);
}

sdk::error unfinished_error(const job& job, time_point now)
{
    sdk::error error{sdk::errc::unfinished};
    error.retry_after = polling_interval(job, now);
    return error;
}

sdk::error body_too_large()
{
    sdk::error error{sdk::errc::payload_too_large};
    error.message = "Request body too large for a job";
    return error;
}

job_failure failure_of(const sdk::error& error)
{
    return {.code    = std::string{error.code_name()},
            .message = std::string{gateway::message_of(error)},
            .fields  = error.fields};
}

std::chrono::seconds age(time_point since, time_point now) noexcept
{
    return std::chrono::floor<std::chrono::seconds>(std::max(now - since, time_point::duration::zero()));
}

std::string make_job_id() { return encoding::to_hexadecimal(random_bytes<16>()); }

} // namespace verbatim::core::jobs
