#pragma once

#include "database/session.hpp"

#include <cstdint>
#include <span>

namespace verbatim::core::database {

/// One numbered step of the schema, from core/database/migrations/DIALECT/NNNN_name.sql. Programs that do not know it
/// work on after it, unless it is_breaking(): docs/operations.md#upgrade.
struct migration
{
    std::int64_t number;
    const char*  name;
    const char*  statements;
};

/// Whether the name begins with NNNN_breaking_: programs that do not know this migration do not start after it.
bool is_breaking(const migration& step) noexcept;

/// All migrations of the dialect in order, numbered from 1 without gaps.
std::span<const migration> sqlite_migrations() noexcept;
std::span<const migration> postgresql_migrations() noexcept;

/// Long enough to migrate a large database, or to wait until another process has migrated.
inline constexpr timeouts migration_timeouts{.statement = std::chrono::minutes{30}, .lock = std::chrono::minutes{30}};

/// Applies the missing migrations, each in its own transaction, and records them in `schema_migrations`. Several
/// processes may migrate at once; each migration is applied by one of them. Returns the number applied here. An
/// up-to-date database is not written to, so a user without rights to alter it suffices. Throws failure{newer}, without
/// a change, if the database has a breaking migration that this program does not know.
int migrate(session& db);

/// The number of the last applied migration, and of the last one that this program knows. Reads only.
struct schema_version
{
    std::int64_t applied = 0; ///< 0: none
    std::int64_t latest  = 0;

    bool is_too_new = false; ///< the database has a breaking migration that this program does not know
};
schema_version read_schema_version(session& db);

/// Opens a session on a migrated database. SQLite is migrated here, because opening creates a removed file again. On
/// PostgreSQL another component migrates: throws failure{unavailable} as long as `table` does not exist.
std::unique_ptr<session> open_migrated(const connection_info& connection, timeouts limits, std::stop_token stop,
                                       const std::string& table);

} // namespace verbatim::core::database
