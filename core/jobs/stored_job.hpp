#pragma once

#include "jobs/job.hpp"
#include "jobs/part_kind.hpp"

#include <cstdint>
#include <string>

namespace verbatim::core::jobs {

/// A row of the table `jobs`: a job, or a request with an idempotency key whose client waits. Wrapped and sealed texts
/// are opaque to the tables; texts without a value are empty.
struct stored_job
{
    job          state; ///< without its failure, which is sealed
    std::string  tenant_id;
    std::int64_t position = 0;    ///< grows with creation, unique among the jobs of its tenant
    bool         is_job   = true; ///< false: a client waits for the response
    std::string  body_digest;     ///< of a request with an idempotency key
    std::string  master_key_id;
    std::string  wrapped_key; ///< erased when the job is cancelled
    std::string  sealed_failure;
    std::int64_t bytes     = 0; ///< counted for the bounds
    std::int64_t fence     = 0; ///< grows whenever a server takes the job, or gives it up
    std::int64_t takeovers = 0; ///< after a lease had ended, or was given up
};

/// Progress of a running job, with the totals of all its runs.
struct run_state
{
    job_progress         progress;
    std::int64_t         attempts = 0;
    recording::micro_usd cost     = 0;
};

struct job_end
{
    time_point   finished{};
    time_point   expires{}; ///< when erase_expired() erases it
    std::int64_t bytes = 0; ///< counted for the bounds from now on, more than 0
};

inline job_lease lease_of(const stored_job& job) { return {job.state.id, job.fence}; }

} // namespace verbatim::core::jobs
