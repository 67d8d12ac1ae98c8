#pragma once

#include "recording/usage_row.hpp"

#include "database/connection_info.hpp"
#include "database/session.hpp"

#include <memory>
#include <span>

namespace verbatim::core::recording {

/// Where rows become durable. Used by one thread at a time.
class store
{
public:
    virtual ~store() = default;

    /// All rows are on disk when this returns, or none is and database::failure is thrown. A row that is there already
    /// (the same attempt) is left as it is, so writing a group twice does no harm.
    virtual void write(std::span<const usage_row> rows) = 0;

    /// Reaches the database and brings its schema up to date, when that is not done yet. Throws database::failure.
    virtual void prepare() {}

    /// Makes a write that is under way fail soon, and all later ones; for an end that waits for nobody. [any thread]
    virtual void interrupt() noexcept {}
};

/// The embedded store: opens the file and brings its schema up to date. After a failure it opens anew with the next
/// write, and a file that was taken away is made again, so that a repaired disk needs no restart. Throws
/// database::failure.
std::unique_ptr<store> make_sqlite_store(const database::connection_info& connection, database::timeouts timeouts = {});

/// PostgreSQL: nothing is reached before it is needed, and what broke is reached again with the next write. The monthly
/// partitions are made ahead, and for the month of any row that has none.
std::unique_ptr<store> make_postgresql_store(const database::connection_info& connection);

/// The one of the two that the place asks for.
std::unique_ptr<store> make_store(const database::connection_info& connection);

} // namespace verbatim::core::recording
