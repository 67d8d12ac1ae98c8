#include "database/inspection.hpp"

#include "database/session.hpp"

namespace verbatim::core::database {

namespace {

bool is_true(session& db, const std::string& condition)
{
    return db.select("select 1 where " + condition, 1, {}).size() == 1;
}

bool may_execute(session& db, const std::string& function)
{
    return is_true(db, "has_function_privilege(to_regprocedure('" + function + "'), 'EXECUTE')");
}

/// Of the tables with the owner of schema_migrations in its schema. Migrations are only read, changes of keys only
/// added; rows of usage are added, or replace the mark of an attempt that has begun.
std::vector<std::string> missing_rights(session& db)
{
    std::vector<std::string> missing;
    const auto               rows =
        db.select("select lower(needed) || ' on ' || found.relname from pg_class as found "
                  "join pg_class as migrations on migrations.oid = to_regclass('schema_migrations') "
                  "and found.relowner = migrations.relowner and found.relnamespace = migrations.relnamespace, "
                  "unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as needed "
                  "where found.relkind in ('r', 'p') and not found.relispartition "
                  "and (needed = 'SELECT' or found.relname <> 'schema_migrations') "
                  "and (needed in ('SELECT', 'INSERT') or found.relname <> 'api_key_changes') "
                  "and (needed <> 'DELETE' or found.relname <> 'llm_calls') "
                  "and not has_table_privilege(found.oid, needed) order by found.relname, needed",
                  1, {});
    for (const auto& row : rows) missing.push_back(row.at(0).value_or(""));
    return missing;
}

} // namespace

database_rights read_rights(session& db)
{
    return {.writes                = is_true(db, "current_setting('transaction_read_only') = 'off'"),
            .may_create_tables     = is_true(db, "has_schema_privilege(current_schema(), 'CREATE')"),
            .owns_tables           = is_true(db, "exists (select 1 from pg_class where oid = to_regclass('llm_calls') "
                                                           "and pg_has_role(relowner, 'USAGE'))"),
            .may_create_partitions = may_execute(db, "create_llm_calls_partition(date)"),
            .may_drop_partitions   = may_execute(db, "drop_llm_calls_partition(timestamptz)"),
            .is_pooled             = db.is_pooled(),
            .missing               = missing_rights(db)};
}

bool empty_log(session& db)
{
    if (db.sql_dialect() != dialect::sqlite) return true;
    const auto is_busy = db.select("pragma wal_checkpoint(truncate)", 3, {}).at(0).at(0);
    return parse_integer(is_busy) == 0;
}

std::int64_t microseconds_now(session& db)
{
    if (db.sql_dialect() == dialect::sqlite) return microseconds_now();
    const auto rows = db.select("select cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)", 1, {});
    return parse_integer(rows.at(0).at(0));
}

std::chrono::milliseconds clock_difference(session& db)
{
    const auto before      = microseconds_now();
    const auto of_database = microseconds_now(db);
    const auto middle      = before + (microseconds_now() - before) / 2;
    return std::chrono::milliseconds{(of_database - middle) / 1'000};
}

} // namespace verbatim::core::database
