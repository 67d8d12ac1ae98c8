#include "jobs/job_rows.hpp"

#include "verbatim/sdk/type_info.hpp"

namespace verbatim::core::jobs::statements {

namespace {

using database::dialect;
using database::parameter;

/// Reads the columns of a row in their order.
class column_reader
{
public:
    explicit column_reader(const database::row& row) noexcept
        : next_{row.begin()}
    {}

    std::string  text() { return (next_++)->value_or(""); }
    std::int64_t integer() { return database::parse_integer(*next_++); }
    std::size_t  size() { return static_cast<std::size_t>(integer()); }

    std::optional<time_point> time()
    {
        if (*next_) return time_point{std::chrono::microseconds{integer()}};
        ++next_;
        return std::nullopt;
    }

private:
    database::row::const_iterator next_;
};

job_status parse_status(const std::string& name)
{
    const auto* status = sdk::schema::enum_values_of<job_status>().find_by_name(name);
    if (status == nullptr) throw database::failure{database::error_kind::corrupt};
    return static_cast<job_status>(status->value);
}

void erase_parts(database::session& db, std::string_view id)
{
    const parameter values[]{{"id", id}};
    db.execute("delete from job_parts where job_id = :id", values);
}

} // namespace

std::int64_t microseconds(time_point time) noexcept { return time.time_since_epoch().count(); }

const std::string job_columns =
    "id, request_id, operation, status, created, started, finished, expires, phase, done, total, attempts, "
    "cost_micro_usd, version, tenant_id, position, case when is_job then 1 else 0 end, body_digest, master_key_id, "
    "wrapped_key, sealed_failure, bytes, fence, takeovers";

stored_job read_job(const database::row& row)
{
    column_reader columns{row};
    stored_job    job;
    job.state.id             = columns.text();
    job.state.request_id     = columns.text();
    job.state.operation      = columns.text();
    job.state.status         = parse_status(columns.text());
    job.state.created        = columns.time().value_or(time_point{});
    job.state.started        = columns.time();
    job.state.finished       = columns.time();
    job.state.expires        = columns.time();
    job.state.progress.phase = columns.text();
    job.state.progress.done  = columns.size();
    job.state.progress.total = columns.size();
    job.state.attempts       = columns.integer();
    job.state.cost           = columns.integer();
    job.state.version        = static_cast<std::uint64_t>(columns.integer());
    job.tenant_id            = columns.text();
    job.position             = columns.integer();
    job.is_job               = columns.integer() == 1;
    job.body_digest          = columns.text();
    job.master_key_id        = columns.text();
    job.wrapped_key          = columns.text();
    job.sealed_failure       = columns.text();
    job.bytes                = columns.integer();
    job.fence                = columns.integer();
    job.takeovers            = columns.integer();
    return job;
}

std::optional<stored_job> select_job(database::session& db, const std::string& statement,
                                     std::span<const parameter> values)
{
    const auto rows = db.select(statement, job_column_count, values);
    return rows.empty() ? std::nullopt : std::optional{read_job(rows.front())};
}

std::string clock(const database::session& db)
{
    if (db.sql_dialect() == dialect::sqlite) return "cast((julianday('now') - 2440587.5) * 86400000000.0 as integer)";
    return "cast(extract(epoch from statement_timestamp()) * 1000000 as bigint)";
}

std::string for_update(const database::session& db) { return db.sql_dialect() == dialect::sqlite ? "" : " for update"; }

std::string list_of(const std::string& name, std::span<const std::string> texts, std::vector<parameter>& values)
{
    if (texts.empty()) return "('')";
    std::string list;
    for (const auto& text : texts)
    {
        const auto text_name = name + std::to_string(&text - texts.data());
        list += (list.empty() ? "(:" : ", (:") + text_name + ')';
        values.push_back({text_name, std::string_view{text}});
    }
    return list;
}

void lock_tenant(database::session& db, std::string_view tenant_id)
{
    const parameter values[]{{"tenant", tenant_id}};
    db.select("select 1 from job_tenants where tenant_id = :tenant" + for_update(db), 1, values);
}

std::optional<stored_job> lock_job(database::session& db, std::string_view id)
{
    const parameter values[]{{"id", id}};
    db.select("select 1 from job_tenants where tenant_id = (select tenant_id from jobs where id = :id)" +
                  for_update(db),
              1, values);
    return select_job(db, "select " + job_columns + " from jobs where id = :id" + for_update(db), values);
}

std::optional<stored_job> lock_running_job(database::session& db, const job_lease& lease)
{
    auto job = lock_job(db, lease.id);
    if (!job || job->state.status != job_status::running || job->fence != lease.fence) return std::nullopt;
    return job;
}

counters counters_of(const stored_job& job) noexcept
{
    return {.queued  = job.state.status == job_status::queued,
            .running = job.is_job && job.state.status == job_status::running,
            .bytes   = job.bytes};
}

void change_counters(database::session& db, std::string_view tenant_id, const counters& before, const counters& after)
{
    const bool      ends_turn = after.queued < before.queued && after.running > before.running;
    const parameter values[]{{"queued", after.queued - before.queued},
                             {"running", after.running - before.running},
                             {"bytes", after.bytes - before.bytes},
                             {"ends_turn", std::int64_t{ends_turn}},
                             {"tenant", tenant_id}};
    db.execute(
        "update job_tenants set queued = queued + :queued, running = running + :running, bytes = bytes + :bytes, "
        "turn = case when queued + :queued = 0 then null when turn is null or :ends_turn = 1 "
        "then (select coalesce(max(turn), 0) + 1 from job_tenants where turn is not null) else turn end "
        "where tenant_id = :tenant",
        values);
}

stored_job end_job(database::session& db, const stored_job& job, job_status status, std::string_view sealed_failure,
                   const job_end& end)
{
    const parameter values[]{{"id", job.state.id},
                             {"status", to_string(status)},
                             {"failure", sealed_failure},
                             {"finished", microseconds(end.finished)},
                             {"expires", microseconds(end.expires)},
                             {"bytes", end.bytes}};
    const auto      ended =
        select_job(db,
                   "update jobs set status = :status, sealed_failure = nullif(:failure, ''), finished = :finished, "
                   "expires = :expires, bytes = :bytes, version = version + 1, server_id = null, lease_end = null, "
                   "done = case when :status = 'succeeded' and total <> 0 then total else done end, "
                   "key_digest = case when :status = 'cancelled' then null else key_digest end, "
                   "body_digest = case when :status = 'cancelled' then null else body_digest end, "
                   "wrapped_key = case when :status = 'cancelled' then null else wrapped_key end "
                   "where id = :id returning " +
                       job_columns,
                   values);
    erase_parts(db, job.state.id);
    change_counters(db, job.tenant_id, counters_of(job), counters_of(ended.value()));
    return *ended;
}

void erase_job(database::session& db, const stored_job& job)
{
    const parameter values[]{{"id", job.state.id}};
    db.execute("delete from jobs where id = :id", values);
    change_counters(db, job.tenant_id, counters_of(job), {});
}

void erase_unused_tenant(database::session& db, std::string_view tenant_id)
{
    const parameter values[]{{"tenant", tenant_id}};
    db.execute("delete from job_tenants where tenant_id = :tenant and bytes = 0", values);
}

void add_part(database::session& db, std::string_view id, part_kind kind, std::int64_t number, std::string_view sealed)
{
    const parameter values[]{{"id", id}, {"kind", to_string(kind)}, {"number", number}, {"sealed", sealed}};
    db.execute("insert into job_parts (job_id, kind, number, sealed) values (:id, :kind, :number, :sealed)", values);
}

void notify(database::session& db)
{
    if (db.sql_dialect() == dialect::postgresql) db.run(std::string{"notify "} + job_channel);
}

} // namespace verbatim::core::jobs::statements
