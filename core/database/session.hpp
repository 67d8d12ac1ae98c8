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

/// A value for `:name` in a statement. Borrows its texts. PostgreSQL sees a text of no type: where it cannot tell the
/// type itself, the statement says `cast(:name as bigint)`.
struct parameter
{
    std::string                                  name;
    std::variant<std::int64_t, std::string_view> value;
};

/// One row of an answer: each column as the text the database makes of it, none for null.
using row = std::vector<std::optional<std::string>>;

/// A row as it passes by, good until the next. No column of it is null.
class streamed_row
{
public:
    virtual std::int64_t integer(std::size_t column) const = 0;
    /// Of a text its characters; of a `uuid` of PostgreSQL its sixteen bytes.
    virtual std::string_view bytes(std::size_t column) const = 0;

protected:
    ~streamed_row() = default;
};

/// One connection. Used by one thread at a time. Every member throws `failure`, which tells the kind of trouble and
/// nothing else. After `unavailable` the session is of no further use: drop it and open another.
class session
{
public:
    virtual ~session() = default;

    virtual dialect sql_dialect() const noexcept = 0;

    /// Runs one or more statements that take no values and give no rows.
    virtual void run(const std::string& statements) = 0;

    /// Runs one statement; returns how many rows it wrote. By itself it is a transaction: durable when this returns.
    virtual std::int64_t execute(const std::string& statement, std::span<const parameter> values) = 0;

    /// Hands over the rows of `columns` columns that a statement gives, one after the other. SQLite makes them as they
    /// are asked for; PostgreSQL's are all in memory before the first is seen, so ask for many rows with `stream`.
    virtual void for_each_row(const std::string& statement, std::size_t columns, std::span<const parameter> values,
                              const std::function<void(const row&)>& on_row) = 0;

    /// Hands over the rows of a query as the database makes them, and keeps none: for whoever looks at a million.
    /// Columns are integers, booleans, texts or `uuid`s. After `seen` has thrown the session is of no further use.
    virtual void stream(const std::string& query, std::span<const parameter> values,
                        const std::function<void(const streamed_row&)>& on_row) = 0;

    /// The same as a list, for answers of a few rows.
    std::vector<row> select(const std::string& statement, std::size_t columns, std::span<const parameter> values);

    /// Throws failure{replaced} when the database was taken away under the open connection (its file removed or
    /// replaced), which SQLite does not notice: it goes on writing where nobody will ever read.
    virtual void ensure_not_replaced() const = 0;

    /// From now on this session is told what is announced on the channel, a word of ours. Nothing is announced in
    /// SQLite, and then it does nothing.
    virtual void listen(const std::string& channel);

    /// A descriptor that can be read when something may have been announced, or the connection is gone; -1 where
    /// nothing ever is.
    virtual int notification_socket() noexcept { return -1; }

    /// Takes what was announced so far. Throws failure{unavailable} when the connection is gone.
    virtual void consume_notifications() {}

    /// Makes the statement that runs fail, and perhaps all later ones: the session is of no further use. The session
    /// must not be destroyed meanwhile. [any thread]
    virtual void interrupt() noexcept = 0;
};

/// How long one statement may take before it fails as `busy`, and how long it may wait for a lock. PostgreSQL is told
/// both, and is given up as `unavailable` when it does not answer a little later.
struct timeouts
{
    std::chrono::milliseconds statement{30'000};
    std::chrono::milliseconds lock{5'000};
};

/// Opens. SQLite: makes the file (mode 0600) when there is none; its folder must exist. PostgreSQL: fails as `refused`
/// when the server answers and says no, to a wrong password or to a database that is not there, and as `unavailable`
/// for any other reason. Every commit is on disk when it returns, whatever the database's own defaults are; texts are
/// UTF-8 and times are UTC.
///
/// When `until` asks for it, from whatever thread, opening fails as `unavailable` at once, even while a server that
/// says nothing is waited for, and so does all that the session is asked to do.
std::unique_ptr<session> open(const connection_info& connection, timeouts limits = {}, std::stop_token stop = {});

/// A transaction that ends with its scope: rolled back unless committed. SQLite takes the write lock at once, so that
/// two processes that both read and then write cannot deadlock.
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

/// While it lives, everything that its session reads is from one moment; nothing can be written.
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

} // namespace verbatim::core::database
