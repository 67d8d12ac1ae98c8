#pragma once

#include "jobs/job.hpp"
#include "metrics/counters.hpp"
#include "metrics/duration_histogram.hpp"

#include <array>
#include <cstdint>

namespace verbatim::core::jobs {

/// Ended jobs since the start.
struct runner_statistics
{
    std::int64_t          succeeded = 0;
    std::int64_t          failed    = 0;
    std::int64_t          cancelled = 0;
    metrics::distribution durations; ///< from creation to end
};

/// Counts ended jobs. [any thread]
class outcome_counters
{
public:
    void add(const job& ended) noexcept
    {
        counts_.add(static_cast<std::size_t>(ended.status));
        durations_.add(ended.finished.value_or(ended.created) - ended.created);
    }

    runner_statistics read() const
    {
        return {.succeeded = count(job_status::succeeded),
                .failed    = count(job_status::failed),
                .cancelled = count(job_status::cancelled),
                .durations = durations_.read()};
    }

private:
    std::int64_t count(job_status status) const { return counts_.read(static_cast<std::size_t>(status)); }

    metrics::counters           counts_{static_cast<std::size_t>(job_status::cancelled) + 1};
    metrics::duration_histogram durations_;
};

} // namespace verbatim::core::jobs
