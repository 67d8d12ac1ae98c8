#include "database/migrations.hpp"

#include "database/session.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace verbatim::core::database {
namespace {

std::span<const migration> migrations_for(dialect target) noexcept
{
    switch (target)
    {
    case dialect::sqlite: return sqlite_migrations();
    case dialect::postgresql: return postgresql_migrations();
    }
    return {};
}

std::int64_t query_integer(session& db, const std::string& query)
{
    const std::vector<row> rows = db.select(query, 1, {});
    return rows.empty() ? 0 : parse_integer(rows.front().front());
}

/// Number of the last applied migration, 0 if there is none.
std::int64_t version(session& db)
{
    const char* table_exists = db.sql_dialect() == dialect::sqlite
                                   ? "select count(*) from sqlite_schema where name = 'schema_migrations'"
                                   : "select count(*) from pg_class where oid = to_regclass('schema_migrations')";
    if (query_integer(db, table_exists) == 0) return 0;
    return query_integer(db, "select coalesce(max(number), 0) from schema_migrations");
}

/// Whether one of the migrations after `latest`, which this program does not know, is_breaking().
bool has_breaking_migration(session& db, std::int64_t latest)
{
    const parameter values[] = {{"latest", latest}};
    const auto      names    = db.select("select name from schema_migrations where number > :latest", 1, values);
    return std::ranges::any_of(names, [](const row& name) {
        return name.front() && is_breaking({.number = 0, .name = name.front()->c_str(), .statements = ""});
    });
}

/// Excludes other migrating processes until the end of the transaction. SQLite transactions lock the database anyway.
void lock_migrations(session& db)
{
    // The number is the bytes of "verbatim", to avoid other users of advisory locks in this database.
    if (db.sql_dialect() == dialect::postgresql) db.run("select pg_advisory_xact_lock(x'766572626174696d'::bigint)");
}

void record_migration(session& db, const migration& step)
{
    const parameter values[] = {
        {"number", step.number}, {"name", std::string_view{step.name}}, {"now", microseconds_now()}};
    db.execute("insert into schema_migrations (number, name, applied_at) values (:number, :name, :now)", values);
}

} // namespace

int migrate(session& db)
{
    const std::span<const migration> steps   = migrations_for(db.sql_dialect());
    const auto                       latest  = static_cast<std::int64_t>(steps.size());
    int                              applied = 0;

    // Each step reads the version again under the lock: another process may have applied it.
    while (version(db) < latest)
    {
        transaction tx{db};
        lock_migrations(db);
        const std::int64_t current = version(db);
        if (current < latest)
        {
            db.run("create table if not exists schema_migrations "
                   "(number bigint not null primary key, name text not null, applied_at bigint not null)");
            const migration& next = steps[static_cast<std::size_t>(current)];
            db.run(next.statements);
            record_migration(db, next);
            ++applied;
        }
        tx.commit();
    }
    if (read_schema_version(db).is_too_new) throw failure{error_kind::newer};
    return applied;
}

bool is_breaking(const migration& step) noexcept { return std::string_view{step.name}.find("_breaking_") == 4; }

schema_version read_schema_version(session& db)
{
    const auto applied = version(db);
    const auto latest  = static_cast<std::int64_t>(migrations_for(db.sql_dialect()).size());
    return {.applied = applied, .latest = latest, .is_too_new = applied > latest && has_breaking_migration(db, latest)};
}

std::unique_ptr<session> open_migrated(const connection_info& connection, timeouts limits, std::stop_token stop,
                                       const std::string& table)
{
    auto db = open(connection, limits, std::move(stop));
    if (db->sql_dialect() == dialect::sqlite) migrate(*db);
    else if (!db->select("select cast(to_regclass('" + table + "') as text)", 1, {}).at(0).at(0))
        throw failure{error_kind::unavailable};
    return db;
}

} // namespace verbatim::core::database
