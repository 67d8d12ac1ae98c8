#pragma once

#include "database/session.hpp"

#include <cstdint>
#include <span>

namespace verbatim::core::database {

/// One numbered step of the schema, from core/database/migrations/DIALECT/NNNN_name.sql.
struct migration
{
    std::int64_t number;
    const char*  name;
    const char*  statements;
};

/// Those of the embedded store and of PostgreSQL, from 1 without gaps.
std::span<const migration> sqlite_migrations() noexcept;
std::span<const migration> postgresql_migrations() noexcept;

/// How long a session that migrates may take: another process may be at it, on a large database.
inline constexpr timeouts migration_timeouts{.statement = std::chrono::minutes{30}, .lock = std::chrono::minutes{30}};

/// Brings the schema up to this program's version: each missing step in a transaction of its own, recorded in
/// `schema_migrations`. Several processes may do so at once; each step is applied by one of them. Returns the number of
/// steps applied here; when there are none, nothing is written, so that a user without the rights may be given a
/// database that is up to date. Throws failure{newer}, without a change, when the database has steps that this program
/// does not know.
int migrate(session& db);

} // namespace verbatim::core::database
