#include "jobs/job_queue.hpp"

#include "jobs/job_rows.hpp"

#include <utility>

namespace verbatim::core::jobs {

using namespace statements;
using database::parameter;

/// The first job of a tenant that the filter admits.
struct job_queue::candidate
{
    std::string  tenant_id;
    std::int64_t turn     = 0; ///< of the tenant; another claim changes it
    std::int64_t position = 0;
};

std::optional<claimed_job> job_queue::claim(const lease_terms& terms, const claim_filter& filter, time_point now)
{
    if (auto job = take_over(terms, filter)) return claimed_job{std::move(*job), true};
    while (const auto next = next_candidate(filter))
    {
        if (auto job = claim(*next, terms, now)) return claimed_job{std::move(*job), false};
    } // otherwise another server was faster
    return std::nullopt;
}

std::optional<stored_job> job_queue::take_over(const lease_terms& terms, const claim_filter& filter)
{
    std::vector<parameter> values{{"server", terms.server_id}, {"lease", terms.duration.count()}};
    const auto             operations = list_of("operation", filter.operations, values);
    const auto             keys       = list_of("master_key", filter.master_key_ids, values);
    const auto             passed     = list_of("passed", filter.passed_tenants, values);
    const auto skip = db_.sql_dialect() == database::dialect::sqlite ? "" : for_update(db_) + " skip locked";
    return select_job(
        db_,
        "update jobs set fence = fence + 1, takeovers = takeovers + 1, server_id = :server, lease_end = " + clock(db_) +
            " + :lease where id = (select id from jobs where status = 'running' and is_job and "
            "server_id <> :server and lease_end <= " +
            clock(db_) + " and operation in (" + operations + ") and master_key_id in (" + keys +
            ") and tenant_id not in (" + passed + ") order by lease_end limit 1" + skip + ") returning " + job_columns,
        values);
}

/// Reads one entry of an index for each operation and master key, however many jobs are queued.
std::optional<job_queue::candidate> job_queue::next_candidate(const claim_filter& filter)
{
    std::vector<parameter> values;
    const auto             operations = list_of("operation", filter.operations, values);
    const auto             keys       = list_of("master_key", filter.master_key_ids, values);
    const auto             passed     = list_of("passed", filter.passed_tenants, values);

    const auto first_of_each = "select min(position) from jobs where jobs.tenant_id = job_tenants.tenant_id and "
                               "status = 'queued' and operation = operations.column1 and "
                               "master_key_id = master_keys.column1";
    const auto first_of_all  = "select min((" + std::string{first_of_each} + ")) from (values " + operations +
                              ") as operations cross join (values " + keys + ") as master_keys";
    const auto rows =
        db_.select("select tenant_id, turn, position from (select tenant_id, turn, (" + first_of_all +
                       ") as position from job_tenants where turn is not null and tenant_id not in (" + passed +
                       ")) as candidates where position is not null order by turn, tenant_id limit 1",
                   3, values);
    if (rows.empty()) return std::nullopt;
    const auto& row = rows.front();
    return candidate{.tenant_id = row.at(0).value_or(""),
                     .turn      = database::parse_integer(row.at(1)),
                     .position  = database::parse_integer(row.at(2))};
}

/// None if the turn of the tenant has passed, or the job was cancelled.
std::optional<stored_job> job_queue::claim(const candidate& next, const lease_terms& terms, time_point now)
{
    database::transaction transaction{db_};
    const parameter       turn[]{{"tenant", next.tenant_id}, {"turn", next.turn}};
    if (db_.select("select 1 from job_tenants where tenant_id = :tenant and turn = :turn" + for_update(db_), 1, turn)
            .empty())
        return std::nullopt;

    // With the status in the subquery, PostgreSQL would scan all queued jobs of the tenant.
    const parameter values[]{{"tenant", next.tenant_id},
                             {"position", next.position},
                             {"now", microseconds(now)},
                             {"server", terms.server_id},
                             {"lease", terms.duration.count()}};
    auto            job = select_job(
                   db_,
                   "update jobs set status = 'running', started = :now, version = version + 1, fence = fence + 1, "
                              "server_id = :server, lease_end = " +
                       clock(db_) +
                       " + :lease where status = 'queued' and id = "
                                  "(select id from jobs where tenant_id = :tenant and position = :position and is_job) returning " +
                       job_columns,
                   values);
    if (!job) return std::nullopt;
    change_counters(db_, job->tenant_id, {.queued = 1, .bytes = job->bytes}, counters_of(*job));
    transaction.commit();
    return job;
}

std::vector<job_lease> job_queue::read_leases(const std::string& statement, std::span<const database::parameter> values)
{
    std::vector<job_lease> leases;
    db_.for_each_row(statement, 2, values, [&](const database::row& row) {
        leases.push_back({row.at(0).value_or(""), database::parse_integer(row.at(1))});
    });
    return leases;
}

std::vector<job_lease> job_queue::renew(const lease_terms& terms)
{
    const parameter values[]{{"server", terms.server_id}, {"lease", terms.duration.count()}};
    return read_leases("update jobs set lease_end = " + clock(db_) +
                           " + :lease where status = 'running' and server_id = :server returning id, fence",
                       values);
}

std::vector<job_lease> job_queue::leases(std::string_view server_id)
{
    const parameter server[]{{"server", server_id}};
    return read_leases("select id, fence from jobs where status = 'running' and server_id = :server", server);
}

bool job_queue::release(const job_lease& lease)
{
    database::transaction transaction{db_};
    const auto            running = lock_running_job(db_, lease);
    if (!running || !running->is_job) return false;

    const parameter values[]{{"id", lease.id}};
    const auto      queued =
        select_job(db_,
                   "update jobs set status = 'queued', started = null, phase = '', done = 0, total = 0, "
                   "version = version + 1, server_id = null, lease_end = null where id = :id returning " +
                       job_columns,
                   values);
    change_counters(db_, running->tenant_id, counters_of(*running), counters_of(queued.value()));
    notify(db_);
    transaction.commit();
    return true;
}

/// The lease then belongs to no server, and has ended.
bool job_queue::give_up(const job_lease& lease)
{
    const parameter values[]{{"id", lease.id}, {"fence", lease.fence}};
    if (db_.execute("update jobs set server_id = '', lease_end = 0, fence = fence + 1 where id = :id and "
                    "fence = :fence and status = 'running' and is_job",
                    values) != 1)
        return false;
    notify(db_);
    return true;
}

bool job_queue::write_state(const job_lease& lease, const run_state& state)
{
    const auto&     progress = state.progress;
    const parameter values[]{{"id", lease.id},
                             {"fence", lease.fence},
                             {"phase", progress.phase},
                             {"done", static_cast<std::int64_t>(progress.done)},
                             {"total", static_cast<std::int64_t>(progress.total)},
                             {"attempts", state.attempts},
                             {"cost", state.cost}};
    return db_.execute("update jobs set version = version + case when phase = :phase and done = :done and "
                       "total = :total and attempts = :attempts and cost_micro_usd = :cost then 0 else 1 end, "
                       "phase = :phase, done = :done, total = :total, attempts = :attempts, cost_micro_usd = :cost "
                       "where id = :id and fence = :fence and status = 'running'",
                       values) == 1;
}

bool job_queue::add_answers(const job_lease& lease, std::span<const std::string> sealed_answers)
{
    database::transaction transaction{db_};
    const auto            job = lock_running_job(db_, lease);
    if (!job) return false;

    const parameter id[]{{"id", lease.id}};
    const auto   last   = db_.select("select max(number) from job_parts where job_id = :id and kind = 'answer'", 1, id);
    auto         number = last.at(0).at(0) ? database::parse_integer(last.at(0).at(0)) + 1 : 0;
    std::int64_t bytes  = 0;
    for (const auto& answer : sealed_answers)
    {
        add_part(db_, lease.id, part_kind::answer, number++, answer);
        bytes += static_cast<std::int64_t>(answer.size());
    }
    const parameter values[]{{"id", lease.id}, {"bytes", bytes}};
    db_.execute("update jobs set bytes = bytes + :bytes where id = :id", values);
    change_counters(db_, job->tenant_id, {}, {.bytes = bytes});
    transaction.commit();
    return true;
}

std::optional<stored_job> job_queue::finish(const job_lease& lease, std::string_view sealed_result,
                                            std::string_view sealed_failure, const job_end& end,
                                            const std::optional<run_state>& last_state)
{
    database::transaction transaction{db_};
    const auto            running = lock_running_job(db_, lease);
    if (!running) return std::nullopt;
    if (last_state) write_state(lease, *last_state);
    const auto event = sealed_failure.empty() ? job_event::succeed : job_event::fail;
    auto finished    = end_job(db_, *running, next_status(running->state.status, event).value(), sealed_failure, end);
    add_part(db_, lease.id, part_kind::result, 0, sealed_result);
    transaction.commit();
    return finished;
}

bool job_queue::forget(const job_lease& lease)
{
    database::transaction transaction{db_};
    const auto            request = lock_running_job(db_, lease);
    if (!request || request->is_job) return false;
    erase_job(db_, *request);
    erase_unused_tenant(db_, request->tenant_id);
    transaction.commit();
    return true;
}

} // namespace verbatim::core::jobs
