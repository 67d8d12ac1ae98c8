#pragma once

#include "database/connection_info.hpp"
#include "database/failure.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace verbatim::core::database {

/// A value for `:name` in a statement. Borrows its text. PostgreSQL receives untyped text; where it cannot infer the
/// type, the statement writes `cast(:name as bigint)`.
struct parameter
{
    std::string                                  name;
    std::variant<std::int64_t, std::string_view> value;
};

/// One row of a result: each column as text, none for null.
using row = std::vector<std::optional<std::string>>;

/// The number in an integer column of a row; 0 for null.
std::int64_t parse_integer(const std::optional<std::string>& column) noexcept;

/// The current row of a stream, valid until the next one. No column is null.
class streamed_row
{
public:
    virtual std::int64_t integer(std::size_t column) const = 0;
    /// The bytes of a text; the sixteen bytes of a PostgreSQL `uuid`.
    virtual std::string_view bytes(std::size_t column) const = 0;

protected:
    ~streamed_row() = default;
};

/// One connection. Used by one thread at a time. Every member throws `failure`, which carries the error kind only.
/// After `unavailable` the session is unusable: open another one.
class session
{
public:
    virtual ~session() = default;

    virtual dialect sql_dialect() const noexcept = 0;

    /// Runs statements without parameters and results.
    virtual void run(const std::string& statements) = 0;

    /// Runs one statement and returns the number of affected rows. Outside a transaction it is durable when this
    /// returns.
    virtual std::int64_t execute(const std::string& statement, std::span<const parameter> values) = 0;

    /// Calls `on_row` for each row of a result with `columns` columns. PostgreSQL loads the whole result into memory
    /// first: use stream() for large ones.
    virtual void for_each_row(const std::string& statement, std::size_t columns, std::span<const parameter> values,
                              const std::function<void(const row&)>& on_row) = 0;

    /// Calls `on_row` for each row while the database produces them, for results of any size. Columns are integers,
    /// booleans, texts, `uuid`s or times, not null. Times are microseconds since a moment that depends on the database.
    /// After an exception from `on_row` the session is unusable.
    virtual void stream(const std::string& query, std::span<const parameter> values,
                        const std::function<void(const streamed_row&)>& on_row) = 0;

    /// The rows as a list, for small results.
    std::vector<row> select(const std::string& statement, std::size_t columns, std::span<const parameter> values);

    /// Throws failure{replaced} if the file of an open SQLite database was removed or replaced. SQLite does not notice
    /// that, and would write to a file that nobody can open.
    virtual void ensure_not_replaced() const = 0;

    /// From now on statements of this session run no triggers. No effect on PostgreSQL.
    virtual void disable_triggers() {}

    /// Subscribes to notifications on `channel`, an SQL identifier. No effect on SQLite, which has none.
    virtual void listen(const std::string& channel);

    /// A descriptor that is readable when there may be notifications or the connection is gone; -1 without
    /// notifications.
    virtual int notification_socket() noexcept { return -1; }

    /// Discards the notifications received so far, and returns whether there were any. Throws failure{unavailable} if
    /// the connection is gone.
    virtual bool consume_notifications() { return false; }

    /// Whether the server has ended the session since its last statement, as far as is known without a query. Not for
    /// sessions that listen. Always false without a server.
    bool has_ended() noexcept;

    /// Whether a connection pooler is between this program and the database.
    virtual bool is_pooled() { return false; }

    /// Makes the running statement fail; the session is unusable afterwards. The session must not be destroyed
    /// meanwhile. [any thread]
    virtual void interrupt() noexcept = 0;
};

/// Limits after which a statement fails as `busy`: its total time, and its time waiting for a lock. PostgreSQL enforces
/// both; if it does not respond shortly after, the statement fails as `unavailable`.
struct timeouts
{
    std::chrono::milliseconds statement{30'000};
    std::chrono::milliseconds lock{5'000};
};

/// Opens a session. SQLite: creates the file (mode 0600) if it does not exist; its directory must exist. PostgreSQL:
/// fails as `refused` if the server rejects the user, password or database name, or if there is no valid token for a
/// managed identity, and as `unavailable` for any other reason. Commits are on disk when they return, with any defaults
/// of the database; texts are UTF-8, times are UTC.
///
/// When any thread requests `stop`, opening fails as `unavailable` at once, even while it waits for an unresponsive
/// server. All later calls of the session fail alike.
std::unique_ptr<session> open(const connection_info& connection, timeouts limits = {}, std::stop_token stop = {});

/// A transaction that is rolled back at the end of the scope unless committed. SQLite takes the write lock at once, so
/// that two processes that read and then write cannot deadlock.
class transaction
{
public:
    explicit transaction(session& db);
    ~transaction();
    transaction(const transaction&)            = delete;
    transaction& operator=(const transaction&) = delete;

    void commit();

private:
    session& db_;
    bool     open_ = true;
};

/// While it exists, the session reads from one snapshot and cannot write.
class snapshot
{
public:
    explicit snapshot(session& db);
    ~snapshot();
    snapshot(const snapshot&)            = delete;
    snapshot& operator=(const snapshot&) = delete;

private:
    session& db_;
};

/// The current time as tables without a time type store it: microseconds since 1970-01-01T00:00:00Z.
inline std::int64_t microseconds_now()
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

/// The implementations of open().
std::unique_ptr<session> open_sqlite(const connection_info& connection, timeouts limits, std::stop_token stop);
std::unique_ptr<session> open_postgresql(const connection_info& connection, timeouts limits, std::stop_token stop);

} // namespace verbatim::core::database
