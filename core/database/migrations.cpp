#include "database/migrations.hpp"

#include "database/session.hpp"

#include <charconv>
#include <chrono>
#include <string>

namespace verbatim::core::database {
namespace {

std::span<const migration> known_to(dialect which) noexcept
{
    switch (which)
    {
    case dialect::sqlite: return sqlite_migrations();
    }
    return {};
}

std::int64_t number_in(const row& one)
{
    std::int64_t found = 0;
    if (!one.empty() && one.front())
        std::from_chars(one.front()->data(), one.front()->data() + one.front()->size(), found);
    return found;
}

/// The highest step that was applied; 0 when there was none yet.
std::int64_t version(session& on)
{
    const std::vector<row> found = on.select("select coalesce(max(number), 0) from schema_migrations", 1, {});
    return found.empty() ? 0 : number_in(found.front());
}

void record(session& on, const migration& step)
{
    using namespace std::chrono;
    const auto      now      = duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
    const parameter values[] = {
        {"number", step.number}, {"name", std::string_view{step.name}}, {"now", std::int64_t{now}}};
    on.change("insert into schema_migrations (number, name, applied_at) values (:number, :name, :now)", values);
}

} // namespace

int migrate(session& on)
{
    const std::span<const migration> steps   = known_to(on.speaks());
    const auto                       latest  = static_cast<std::int64_t>(steps.size());
    int                              applied = 0;

    on.run("create table if not exists schema_migrations "
           "(number integer not null primary key, name text not null, applied_at integer not null)");
    // The lock is taken for each step and the version is read under it: another process may have been faster.
    while (version(on) < latest)
    {
        transaction        change{on};
        const std::int64_t reached = version(on);
        if (reached < latest)
        {
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
