#include "database/migrations.hpp"

#include "database/now.hpp"
#include "database/session.hpp"

#include <charconv>
#include <string>

namespace verbatim::core::database {
namespace {

std::span<const migration> known_to(dialect which) noexcept
{
    switch (which)
    {
    case dialect::sqlite: return sqlite_migrations();
    case dialect::postgresql: return postgresql_migrations();
    }
    return {};
}

std::int64_t number(session& on, const std::string& question)
{
    const std::vector<row> answer = on.select(question, 1, {});
    std::int64_t           found  = 0;
    if (!answer.empty() && answer.front().front())
        std::from_chars(answer.front().front()->data(), answer.front().front()->data() + answer.front().front()->size(),
                        found);
    return found;
}

/// The highest step that was applied; 0 when there was none yet.
std::int64_t version(session& on)
{
    const char* known = on.speaks() == dialect::sqlite
                            ? "select count(*) from sqlite_schema where name = 'schema_migrations'"
                            : "select count(*) from pg_class where oid = to_regclass('schema_migrations')";
    if (number(on, known) == 0) return 0;
    return number(on, "select coalesce(max(number), 0) from schema_migrations");
}

/// Held until the transaction ends. SQLite's transactions hold the lock by themselves.
void lock(session& on)
{
    // The number is "verbatim" as bytes: whoever else takes advisory locks in this database has another.
    if (on.speaks() == dialect::postgresql) on.run("select pg_advisory_xact_lock(x'766572626174696d'::bigint)");
}

void record(session& on, const migration& step)
{
    const parameter values[] = {
        {"number", step.number}, {"name", std::string_view{step.name}}, {"now", microseconds_now()}};
    on.change("insert into schema_migrations (number, name, applied_at) values (:number, :name, :now)", values);
}

} // namespace

int migrate(session& on)
{
    const std::span<const migration> steps   = known_to(on.speaks());
    const auto                       latest  = static_cast<std::int64_t>(steps.size());
    int                              applied = 0;

    // The lock is taken for each step and the version is read under it: another process may have been faster.
    while (version(on) < latest)
    {
        transaction change{on};
        lock(on);
        const std::int64_t reached = version(on);
        if (reached < latest)
        {
            on.run("create table if not exists schema_migrations "
                   "(number bigint not null primary key, name text not null, applied_at bigint not null)");
            const migration& next = steps[static_cast<std::size_t>(reached)];
            on.run(next.statements);
            record(on, next);
            ++applied;
        }
        change.commit();
    }
    if (version(on) > latest) throw failure{trouble::newer};
    return applied;
}

} // namespace verbatim::core::database
