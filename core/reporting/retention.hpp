#pragma once

#include "database/session.hpp"

#include <cstdint>

/// Deletion of usage rows before rows_from, whose roll-ups are final. It may be interrupted at any time, and several
/// servers may delete at once. Everything throws database::failure.
namespace verbatim::core::reporting {

/// The time before which rows are too old, by the clock of the database: servers whose clocks are wrong delete nothing
/// too early.
std::int64_t retention_limit(database::session& db, std::int64_t days);

/// What is left of the rows of hours before a time.
struct deletion
{
    std::int64_t deleted   = 0; ///< rows (SQLite) or partitions (PostgreSQL)
    bool         more_work = false;
};

/// Deletes some of the rows of hours before `limit` and before rows_from: a batch of rows, or one partition that ends
/// by then. A partition in use for longer than a quarter of a second fails as `busy`, so that writers do not wait for
/// it.
deletion delete_rows(database::session& db, std::int64_t limit);

} // namespace verbatim::core::reporting
