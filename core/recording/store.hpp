#pragma once

#include "recording/usage_row.hpp"

#include "database/connection_info.hpp"
#include "database/failure.hpp"
#include "database/session.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

namespace verbatim::core::recording {

/// The database table of usage rows. Used by one thread at a time.
class store
{
public:
    virtual ~store() = default;

    /// Commits all rows to disk, or none and throws database::failure. A row whose attempt is stored already is left as
    /// it is, so writing a group twice is harmless; but the end of an attempt replaces its intention, in any order.
    virtual void write(std::span<const usage_row> rows) = 0;

    /// Connects and migrates the schema if that is not done yet. Throws database::failure.
    virtual void prepare() {}

    /// Does the same, and checks that the database accepts rows now. Throws database::failure if not.
    virtual void check() { prepare(); }

    /// Makes a running write fail soon, and all later ones, for a shutdown that does not wait. [any thread]
    virtual void interrupt() noexcept {}
};

/// Opens the file and migrates its schema. After a failure the next write reopens it, and a file that was removed is
/// created again, so a repaired disk needs no restart. Throws database::failure.
std::unique_ptr<store> make_sqlite_store(const database::connection_info& connection, database::timeouts timeouts = {});

/// Connects on first use, and again with the next write after a failure. Creates monthly partitions ahead, and for the
/// month of any row that has none.
std::unique_ptr<store> make_postgresql_store(const database::connection_info& connection);

/// A store for SQLite or PostgreSQL, by the connection.
std::unique_ptr<store> make_store(const database::connection_info& connection);

/// Largest group of rows in one statement: keeps its text under a few megabytes, and is far beyond the size at which
/// the flush of the disk dominates the time of a commit.
inline constexpr std::size_t max_group_rows = 8'192;

/// Writes the rows in one commit. Returns the error, none on success.
std::optional<database::error_kind> try_write(store& target, std::span<const usage_row> rows) noexcept;

/// Checks the database. Returns the error, none on success.
std::optional<database::error_kind> try_check(store& target) noexcept;

/// Writes the rows with `write`, halving a group that the schema rejects until the rejected row stands alone; that row
/// goes to `on_rejected`. Handles rows in order, and returns the first other error without trying the rest.
std::optional<database::error_kind> write_bisecting(std::span<const usage_row> rows, const auto& write,
                                                    const auto& on_rejected)
{
    const std::optional<database::error_kind> error = write(rows);
    if (error != database::error_kind::constraint) return error;
    if (rows.size() == 1)
    {
        on_rejected(rows.front());
        return std::nullopt;
    }
    const auto first_error = write_bisecting(rows.first(rows.size() / 2), write, on_rejected);
    return first_error ? first_error : write_bisecting(rows.subspan(rows.size() / 2), write, on_rejected);
}

} // namespace verbatim::core::recording
