#pragma once

#include "database/session.hpp"
#include "jobs/job.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// The channel on which PostgreSQL notifies servers of jobs that are queued or cancelled: session::listen().
inline constexpr auto job_channel = "verbatim_jobs";

} // namespace verbatim::core::jobs

/// SQL for both dialects, shared by job_table and job_queue.
///
/// A transaction that changes the status or the bytes of a job locks the row of its tenant first and then that of the
/// job. So no two of them wait for each other.
namespace verbatim::core::jobs::statements {

std::int64_t microseconds(time_point time) noexcept;

/// The columns of `jobs` that read_job() expects.
extern const std::string job_columns;
constexpr std::size_t    job_column_count = 24;

/// Ignores further columns.
stored_job read_job(const database::row& row);

/// The first row of a statement that returns job_columns.
std::optional<stored_job> select_job(database::session& db, const std::string& statement,
                                     std::span<const database::parameter> values);

/// The time of the database when the statement starts, in microseconds. Not `clock_timestamp()`, which changes during a
/// statement, so that no index could serve a comparison with it.
std::string clock(const database::session& db);

/// Ends a `select` whose rows other transactions must not change. Empty for SQLite, where a transaction excludes
/// others.
std::string for_update(const database::session& db);

/// Adds the texts to `values` and returns `(:NAME0), (:NAME1), …`, or `('')` without a text. Borrows the texts.
std::string list_of(const std::string& name, std::span<const std::string> texts,
                    std::vector<database::parameter>& values);

void lock_tenant(database::session& db, std::string_view tenant_id);

/// Locks the row and its tenant until the end of the transaction.
std::optional<stored_job> lock_job(database::session& db, std::string_view id);

/// The same, if the job runs with this lease.
std::optional<stored_job> lock_running_job(database::session& db, const job_lease& lease);

/// The part of a row in the counters of its tenant.
struct counters
{
    std::int64_t queued  = 0;
    std::int64_t running = 0; ///< jobs only
    std::int64_t bytes   = 0;
};

counters counters_of(const stored_job& job) noexcept;

/// Replaces `before` by `after` in the counters of the tenant. A start of a queued job ends the turn of the tenant.
void change_counters(database::session& db, std::string_view tenant_id, const counters& before, const counters& after);

void add_part(database::session& db, std::string_view id, part_kind kind, std::int64_t number, std::string_view sealed);

/// Ends a job that is locked, and erases its parts. Of a cancelled job also the keys, so that no copy of the parts can
/// be opened. Returns its last state.
stored_job end_job(database::session& db, const stored_job& job, job_status status, std::string_view sealed_failure,
                   const job_end& end);

/// Erases a job that is locked, and its parts.
void erase_job(database::session& db, const stored_job& job);

/// For a tenant that is locked. Every job counts at least one byte, so a tenant without bytes has no jobs.
void erase_unused_tenant(database::session& db, std::string_view tenant_id);

/// Wakes the servers that listen when the transaction commits. No effect on SQLite.
void notify(database::session& db);

} // namespace verbatim::core::jobs::statements
