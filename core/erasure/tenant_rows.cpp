#include "erasure/tenant_rows.hpp"

#include "database/inspection.hpp"

#include <string>

namespace verbatim::core::erasure {

namespace {

struct table_of_tenants
{
    std::string_view name;
    std::string_view condition = "tenant_id = :tenant";
};

/// In the order of deletion: rows that name others come first.
constexpr table_of_tenants tables[]{
    {"api_key_uses", "key_id in (select cast(key_id as text) from api_keys where tenant_id = :tenant union "
                     "select key_id from llm_calls where tenant_id = :tenant and key_id is not null)"},
    {"api_keys"},
    {"api_key_changes"},
    {"job_parts", "job_id in (select id from jobs where tenant_id = :tenant)"},
    {"jobs"},
    {"job_tenants"},
    {"llm_calls"},
    {"usage_rollups"},
    {"usage_rollup_calls"},
    {"budget_leases"},
    {"tenant_costs"},
};

std::string statement(std::string_view begin, const table_of_tenants& table)
{
    return std::string{begin}.append(table.name).append(" where ").append(table.condition);
}

} // namespace

std::vector<table_rows> count_rows(database::session& db, std::string_view tenant_id)
{
    const database::snapshot  snapshot{db};
    const database::parameter values[]{{"tenant", tenant_id}};
    std::vector<table_rows>   counts;
    for (const auto& table : tables)
    {
        const auto rows = db.select(statement("select count(*) from ", table), 1, values);
        counts.push_back({table.name, database::parse_integer(rows.at(0).at(0))});
    }
    return counts;
}

std::int64_t running_jobs(database::session& db, std::string_view tenant_id)
{
    const database::parameter values[]{{"tenant", tenant_id}, {"now", database::microseconds_now(db)}};
    const auto                rows = db.select("select count(*) from jobs where tenant_id = :tenant "
                                                              "and status = 'running' and lease_end > cast(:now as bigint)",
                                               1, values);
    return database::parse_integer(rows.at(0).at(0));
}

std::vector<table_rows> delete_rows(database::session& db, std::string_view tenant_id)
{
    if (db.sql_dialect() == database::dialect::sqlite) db.run("pragma secure_delete = on");
    const database::parameter values[]{{"tenant", tenant_id}};
    std::vector<table_rows>   deleted;
    database::transaction     transaction{db};
    // The locks of rollup_tables and of jobs, in their order.
    db.run("update usage_rollup_state set version = version + 1");
    db.execute("update job_tenants set bytes = bytes where tenant_id = :tenant", values);
    for (const auto& table : tables)
        deleted.push_back({table.name, db.execute(statement("delete from ", table), values)});
    transaction.commit();
    return deleted;
}

} // namespace verbatim::core::erasure
