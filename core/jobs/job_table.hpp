#pragma once

#include "database/session.hpp"
#include "jobs/job_queue.hpp"
#include "jobs/job_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::jobs {

/// A job to add, or a request with an idempotency key whose client waits.
struct new_job
{
    std::string                id; ///< 32 hexadecimal digits
    std::string                tenant_id;
    std::string                operation;
    std::string                request_id;
    time_point                 created{};
    std::vector<std::string>   key_digests; ///< of the idempotency key; the first is stored, earlier jobs may have any
    std::string                body_digest; ///< stored with a key only
    std::string                master_key_id;
    std::string                wrapped_key;
    std::string                sealed_request; ///< empty: none is stored
    std::int64_t               bytes = 0;      ///< counted for the bounds, more than 0
    std::optional<lease_terms> lease{};        ///< of a request whose client waits: it runs from the start
};

struct addition
{
    addition_outcome          outcome = addition_outcome::added;
    std::optional<stored_job> job{};          ///< added or earlier
    std::size_t               key_digest = 0; ///< of an earlier job: the index of its digest in new_job::key_digests
};

struct cancellation
{
    stored_job job;                  ///< its last state
    bool       is_cancelled = false; ///< false: it had finished before
};

struct job_totals
{
    std::int64_t              queued  = 0;
    std::int64_t              running = 0;
    std::int64_t              bytes   = 0;
    std::optional<time_point> oldest_queued{};  ///< its creation
    std::optional<time_point> oldest_running{}; ///< its start
};

/// The jobs in the database as clients see them. Times are those of the caller, except for leases, which end by the
/// clock of the database. Throws database::failure; nothing has changed then, unless it is `unavailable` at a commit.
/// Used by the thread that uses the session, outside of transactions.
class job_table
{
public:
    explicit job_table(database::session& db) noexcept
        : db_{db}
    {}

    /// Adds a job, or returns the earlier one with the same idempotency key. An earlier one that has expired is
    /// replaced, as is a request whose lease has ended. The bounds hold however many servers add at once.
    addition add(const new_job& job, const job_bounds& bounds);

    /// A job that has not expired; not a request whose client waits.
    std::optional<stored_job> find(std::string_view tenant_id, std::string_view id, time_point now);

    /// At most `limit` such jobs of the tenant that are older than the position `before`, newest first.
    std::vector<stored_job> list(std::string_view tenant_id, std::optional<std::int64_t> before, std::size_t limit,
                                 time_point now);

    /// The sealed texts of one kind, in their order.
    std::vector<std::string> parts(std::string_view id, part_kind kind);

    /// The first of them.
    std::optional<std::string> part(std::string_view id, part_kind kind);

    /// Cancels an unfinished job, and erases its parts, its wrapped key and its idempotency key; keeps or erases a
    /// finished job. Returns the last state; none if find() returns none at `end.finished`.
    std::optional<cancellation> cancel(std::string_view tenant_id, std::string_view id, const job_end& end,
                                       if_finished finished);

    /// Erases the finished request with one of the key digests and its answer, unless it is a job. Returns the last
    /// state of the request or job that has the key; none if it has expired.
    std::optional<stored_job> erase_answer(std::string_view tenant_id, std::span<const std::string> key_digests,
                                           time_point now);

    /// Erases at most `limit` rows: what has expired, and requests whose lease has ended. Returns their number.
    std::size_t erase_expired(time_point now, std::size_t limit);

    job_totals statistics();

private:
    std::int64_t                    take_position(const new_job& job);
    std::optional<addition>         find_earlier(const new_job& job);
    std::optional<addition_outcome> find_exceeded_bound(const new_job& job, const job_bounds& bounds);
    stored_job                      insert(const new_job& job, std::int64_t position);
    std::size_t erase_expired(const std::string& tenant_id, std::span<const std::string> ids, time_point now);

    database::session& db_;
};

} // namespace verbatim::core::jobs
