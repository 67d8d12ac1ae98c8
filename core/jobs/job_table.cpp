#include "jobs/job_table.hpp"

#include "jobs/job_rows.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace verbatim::core::jobs {

using namespace statements;
using database::parameter;

namespace {

/// Rows that nobody can use any more at `:now`.
std::string is_expired(const database::session& db)
{
    return "(expires <= :now or (not is_job and status = 'running' and lease_end <= " + clock(db) + "))";
}

/// Lets one transaction at a time add to the bytes of all tenants, until it ends.
void lock_additions(database::session& db)
{
    // The number is the bytes of "verbjobs", to avoid other users of advisory locks in this database.
    if (db.sql_dialect() == database::dialect::postgresql)
        db.run("select pg_advisory_xact_lock(x'766572626a6f6273'::bigint)");
}

std::optional<time_point> parse_time(const std::optional<std::string>& column)
{
    if (!column) return std::nullopt;
    return time_point{std::chrono::microseconds{database::parse_integer(column)}};
}

} // namespace

addition job_table::add(const new_job& job, const job_bounds& bounds)
{
    database::transaction transaction{db_};
    const auto            position = take_position(job);
    if (auto earlier = find_earlier(job)) return std::move(*earlier);
    if (const auto exceeded = find_exceeded_bound(job, bounds)) return {.outcome = *exceeded};

    auto added = insert(job, position);
    if (!job.sealed_request.empty()) add_part(db_, job.id, part_kind::request, 0, job.sealed_request);
    // The lock comes last, because all tenants wait for it.
    lock_additions(db_);
    if (const auto exceeded = find_exceeded_bound(job, bounds)) return {.outcome = *exceeded};
    change_counters(db_, job.tenant_id, {}, counters_of(added));
    if (added.is_job) notify(db_);
    transaction.commit();
    return {.outcome = addition_outcome::added, .job = std::move(added)};
}

/// Locks the row of the tenant, which is made if there is none.
std::int64_t job_table::take_position(const new_job& job)
{
    const parameter values[]{{"tenant", job.tenant_id}, {"created", microseconds(job.created)}};
    const auto      rows = db_.select("insert into job_tenants (tenant_id, last_position) values (:tenant, :created) "
                                           "on conflict (tenant_id) do update set last_position = "
                                           "case when job_tenants.last_position < excluded.last_position "
                                           "then excluded.last_position else job_tenants.last_position + 1 end "
                                           "returning last_position",
                                      1, values);
    return database::parse_integer(rows.at(0).at(0));
}

std::optional<addition> job_table::find_earlier(const new_job& job)
{
    if (job.key_digests.empty()) return std::nullopt;
    std::vector<parameter> values{{"tenant", job.tenant_id}, {"now", microseconds(job.created)}};
    const auto             digests = list_of("digest", job.key_digests, values);
    const auto             rows    = db_.select("select " + job_columns + ", key_digest, case when " + is_expired(db_) +
                                                    " then 1 else 0 end from jobs where tenant_id = :tenant and key_digest in (" +
                                                    digests + ")" + for_update(db_),
                                                job_column_count + 2, values);
    for (const auto& row : rows)
    {
        auto earlier = read_job(row);
        if (row.at(job_column_count + 1) == "1")
        {
            erase_job(db_, earlier);
            continue;
        }
        const auto digest = std::ranges::find(job.key_digests, row.at(job_column_count).value_or(""));
        return addition{.outcome    = addition_outcome::earlier,
                        .job        = std::move(earlier),
                        .key_digest = static_cast<std::size_t>(digest - job.key_digests.begin())};
    }
    return std::nullopt;
}

std::optional<addition_outcome> job_table::find_exceeded_bound(const new_job& job, const job_bounds& bounds)
{
    const parameter values[]{{"tenant", job.tenant_id}};
    const auto row = db_.select("select queued + running, bytes, (select cast(sum(bytes) as bigint) from job_tenants) "
                                "from job_tenants where tenant_id = :tenant",
                                3, values)
                         .at(0);
    const job_bounds stored{.unfinished_jobs = database::parse_integer(row.at(0)),
                            .tenant_bytes    = database::parse_integer(row.at(1)),
                            .bytes           = database::parse_integer(row.at(2))};
    return exceeded_bound(bounds, stored, job.bytes, !job.lease);
}

stored_job job_table::insert(const new_job& job, std::int64_t position)
{
    const auto        lease   = job.lease.value_or(lease_terms{});
    const auto        status  = job.lease ? job_status::running : job_status::queued;
    const bool        has_key = !job.key_digests.empty();
    const std::string no_text;

    const parameter values[]{{"id", job.id},
                             {"tenant", job.tenant_id},
                             {"position", position},
                             {"operation", job.operation},
                             {"request", job.request_id},
                             {"is_job", std::int64_t{!job.lease}},
                             {"status", to_string(status)},
                             {"created", microseconds(job.created)},
                             {"key_digest", has_key ? job.key_digests.front() : no_text},
                             {"body_digest", has_key ? job.body_digest : no_text},
                             {"master_key", job.master_key_id},
                             {"wrapped_key", job.wrapped_key},
                             {"bytes", job.bytes},
                             {"server", lease.server_id},
                             {"fence", std::int64_t{job.lease.has_value()}},
                             {"lease", lease.duration.count()}};
    const auto      added = select_job(
             db_,
             "insert into jobs (id, tenant_id, position, operation, request_id, is_job, status, created, key_digest, "
                  "body_digest, master_key_id, wrapped_key, bytes, server_id, fence, lease_end) values (:id, :tenant, :position, "
                  ":operation, :request, cast(:is_job as bigint) = 1, :status, :created, nullif(:key_digest, ''), "
                  "nullif(:body_digest, ''), :master_key, :wrapped_key, :bytes, nullif(:server, ''), :fence, "
                  "case when :status = 'running' then " +
                 clock(db_) + " + cast(:lease as bigint) end) returning " + job_columns,
             values);
    return added.value();
}

std::optional<stored_job> job_table::find(std::string_view tenant_id, std::string_view id, time_point now)
{
    const parameter values[]{{"id", id}, {"tenant", tenant_id}, {"now", microseconds(now)}};
    return select_job(db_,
                      "select " + job_columns +
                          " from jobs where id = :id and tenant_id = :tenant and is_job and "
                          "(expires is null or expires > :now)",
                      values);
}

std::vector<stored_job> job_table::list(std::string_view tenant_id, std::optional<std::int64_t> before,
                                        std::size_t limit, time_point now)
{
    const parameter values[]{{"tenant", tenant_id},
                             {"before", before.value_or(std::numeric_limits<std::int64_t>::max())},
                             {"limit", static_cast<std::int64_t>(limit)},
                             {"now", microseconds(now)}};

    std::vector<stored_job> jobs;
    db_.for_each_row("select " + job_columns +
                         " from jobs where tenant_id = :tenant and is_job and position < :before and "
                         "(expires is null or expires > :now) order by position desc limit :limit",
                     job_column_count, values, [&](const database::row& row) { jobs.push_back(read_job(row)); });
    return jobs;
}

std::vector<std::string> job_table::parts(std::string_view id, part_kind kind)
{
    const parameter          values[]{{"id", id}, {"kind", to_string(kind)}};
    std::vector<std::string> texts;
    db_.for_each_row("select sealed from job_parts where job_id = :id and kind = :kind order by number", 1, values,
                     [&](const database::row& row) { texts.push_back(row.at(0).value_or("")); });
    return texts;
}

std::optional<std::string> job_table::part(std::string_view id, part_kind kind)
{
    auto texts = parts(id, kind);
    return texts.empty() ? std::nullopt : std::optional{std::move(texts.front())};
}

std::optional<cancellation> job_table::cancel(std::string_view tenant_id, std::string_view id, const job_end& end,
                                              if_finished finished)
{
    if (!find(tenant_id, id, end.finished)) return std::nullopt;
    database::transaction transaction{db_};
    auto                  job = lock_job(db_, id);
    if (!job) return std::nullopt;
    const auto cancelled = next_status(job->state.status, job_event::cancel);
    if (cancelled)
    {
        job = end_job(db_, *job, *cancelled, "", end);
        notify(db_);
    }
    else if (finished == if_finished::erase)
    {
        erase_job(db_, *job);
        erase_unused_tenant(db_, tenant_id);
    }
    transaction.commit();
    return cancellation{.job = std::move(*job), .is_cancelled = cancelled.has_value()};
}

std::optional<stored_job> job_table::erase_answer(std::string_view tenant_id, std::span<const std::string> key_digests,
                                                  time_point now)
{
    std::vector<parameter> values{{"tenant", tenant_id}, {"now", microseconds(now)}};
    const auto             digests = list_of("digest", key_digests, values);
    auto                   found   = select_job(db_,
                                                "select " + job_columns + " from jobs where tenant_id = :tenant and key_digest in (" +
                                                    digests + ") and not coalesce(" + is_expired(db_) + ", false)",
                                                values);
    if (!found || found->is_job || !is_finished(found->state.status)) return found;
    database::transaction transaction{db_};
    const auto            locked = lock_job(db_, found->state.id);
    if (!locked) return std::nullopt;
    erase_job(db_, *locked);
    erase_unused_tenant(db_, tenant_id);
    transaction.commit();
    return found;
}

std::size_t job_table::erase_expired(time_point now, std::size_t limit)
{
    const parameter values[]{{"now", microseconds(now)}, {"limit", static_cast<std::int64_t>(limit)}};

    std::map<std::string, std::vector<std::string>> ids; // by tenant
    db_.for_each_row("select tenant_id, id from jobs where " + is_expired(db_) + " limit :limit", 2, values,
                     [&](const database::row& row) { ids[row.at(0).value_or("")].push_back(row.at(1).value_or("")); });
    std::size_t erased = 0;
    for (const auto& [tenant_id, ids_of_tenant] : ids) erased += erase_expired(tenant_id, ids_of_tenant, now);
    return erased;
}

/// Those of the rows that are still expired once they are locked.
std::size_t job_table::erase_expired(const std::string& tenant_id, std::span<const std::string> ids, time_point now)
{
    database::transaction transaction{db_};
    lock_tenant(db_, tenant_id);
    std::vector<parameter> values{{"tenant", tenant_id}, {"now", microseconds(now)}};
    const auto             list = list_of("id", ids, values);
    const auto rows = db_.select("delete from jobs where tenant_id = :tenant and id in (" + list + ") and " +
                                     is_expired(db_) + " returning bytes",
                                 1, values);
    counters   erased;
    for (const auto& row : rows) erased.bytes += database::parse_integer(row.at(0));
    change_counters(db_, tenant_id, erased, {});
    erase_unused_tenant(db_, tenant_id);
    transaction.commit();
    return rows.size();
}

job_totals job_table::statistics()
{
    const auto row = db_.select("select cast(sum(queued) as bigint), cast(sum(running) as bigint), "
                                "cast(sum(bytes) as bigint), (select min(created) from jobs where status = 'queued'), "
                                "(select min(started) from jobs where status = 'running' and is_job) from job_tenants",
                                5, {})
                         .at(0);
    return {.queued         = database::parse_integer(row.at(0)),
            .running        = database::parse_integer(row.at(1)),
            .bytes          = database::parse_integer(row.at(2)),
            .oldest_queued  = parse_time(row.at(3)),
            .oldest_running = parse_time(row.at(4))};
}

} // namespace verbatim::core::jobs
