#pragma once

#include "database/session.hpp"
#include "jobs/job_rows.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::jobs {

/// A server, and how long its leases last from the start of the statement by the clock of the database.
struct lease_terms
{
    std::string               server_id; ///< random id of the process, not empty
    std::chrono::microseconds duration{0};
};

struct claimed_job : stored_job
{
    bool is_taken_over = false; ///< from another server, or a run that was given up
};

/// The jobs that a server can run.
struct claim_filter
{
    std::vector<std::string> passed_tenants; ///< run no further job here for now
    std::vector<std::string> operations;
    std::vector<std::string> master_key_ids;
};

/// Hands out the jobs in the database to servers, so that each job runs on one of them at a time, and takes their
/// results. Throws database::failure; nothing has changed then, unless it is `unavailable` at a commit. Used by the
/// thread that uses the session, outside of transactions.
///
/// Members with a lease return false or none, without effect, when another server has claimed the job or it has ended.
class job_queue
{
public:
    explicit job_queue(database::session& db) noexcept
        : db_{db}
    {}

    /// Claims the next job: a running job whose lease of another server has ended, or was given up; or else the oldest
    /// queued job of the tenant whose turn it is, which starts at `now`. Jobs that the filter excludes keep their
    /// places and delay no others.
    std::optional<claimed_job> claim(const lease_terms& terms, const claim_filter& filter, time_point now);

    /// Extends all leases of the server, including those that have ended if no other server claimed the job. Returns
    /// the leases that the server still has.
    std::vector<job_lease> renew(const lease_terms& terms);

    /// The leases of the server.
    std::vector<job_lease> leases(std::string_view server_id);

    /// Replaces the state of the run.
    bool write_state(const job_lease& lease, const run_state& state);

    /// Appends answers of models. Their sizes count for the bounds.
    bool add_answers(const job_lease& lease, std::span<const std::string> sealed_answers);

    /// Ends a job, or a request whose client waits, with its result. It has failed if there is a failure. Erases the
    /// request and the answers. Without a `last_state` the stored one remains. Returns the job as it ended.
    std::optional<stored_job> finish(const job_lease& lease, std::string_view sealed_result,
                                     std::string_view sealed_failure, const job_end& end,
                                     const std::optional<run_state>& last_state = {});

    /// Erases a request whose client waits, and frees its idempotency key.
    bool forget(const job_lease& lease);

    /// Puts a running job back to its place in the queue, for a server that stops.
    bool release(const job_lease& lease);

    /// Ends the lease of a running job, so that any server, also this one, takes it over at once.
    bool give_up(const job_lease& lease);

private:
    struct candidate;

    std::optional<stored_job> take_over(const lease_terms& terms, const claim_filter& filter);
    std::vector<job_lease>    read_leases(const std::string& statement, std::span<const database::parameter> values);
    std::optional<candidate>  next_candidate(const claim_filter& filter);
    std::optional<stored_job> claim(const candidate& next, const lease_terms& terms, time_point now);

    database::session& db_;
};

} // namespace verbatim::core::jobs
