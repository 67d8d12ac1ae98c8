#pragma once

#include <cstdint>
#include <span>

namespace verbatim::core::database {

class session;

/// One numbered step of the schema, from core/database/migrations/DIALECT/NNNN_name.sql.
struct migration
{
    std::int64_t number;
    const char*  name;
    const char*  statements;
};

/// Those of the embedded store, from 1 without gaps.
std::span<const migration> sqlite_migrations() noexcept;

/// Brings the schema up to this program's version: each missing step in a transaction of its own, recorded in
/// `schema_migrations`. Several processes may do so at once; each step is applied by one of them. Returns the number of
/// steps applied here. Throws failure{newer}, without a change, when the database has steps that this program does not
/// know.
int migrate(session& on);

} // namespace verbatim::core::database
