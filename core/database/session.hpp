#pragma once

#include "database/failure.hpp"
#include "database/place.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace verbatim::core::database {

/// Which SQL a session speaks. Whoever writes a statement that differs between databases chooses by it.
enum class dialect
{
    sqlite,
};

/// A value for `:name` in a statement. Borrows its texts.
struct parameter
{
    std::string                                  name;
    std::variant<std::int64_t, std::string_view> value;
};

/// One row of an answer: each column as the text the database makes of it, none for null.
using row = std::vector<std::optional<std::string>>;

/// One connection. Used by one thread at a time. Every member throws `failure`, which tells the kind of trouble and
/// nothing else.
class session
{
public:
    virtual ~session() = default;

    virtual dialect speaks() const noexcept = 0;

    /// Runs one or more statements that take no values and give no rows.
    virtual void run(const std::string& statements) = 0;

    /// Runs one statement; returns how many rows it wrote. By itself it is a transaction: durable when this returns.
    virtual std::int64_t change(const std::string& statement, std::span<const parameter> values) = 0;

    /// The rows of `columns` columns that a statement gives, at most a few: reports have a way of their own.
    virtual std::vector<row> select(const std::string& statement, std::size_t columns,
                                    std::span<const parameter> values) = 0;

    /// Throws failure{replaced} when the database was taken away under the open connection (its file removed or
    /// replaced), which SQLite does not notice: it goes on writing where nobody will ever read.
    virtual void ensure_in_place() const = 0;
};

/// Opens, making the file (mode 0600) when there is none. Every commit is on disk when it returns (WAL, synchronous
/// FULL); foreign keys are checked; a lock held by another process is waited for 5 s. Folders must exist.
std::unique_ptr<session> open(const place& where);

/// A transaction that ends with its scope: rolled back unless committed. Takes the write lock at once, so that two
/// processes that both read and then write cannot deadlock.
class transaction
{
public:
    explicit transaction(session& on);
    ~transaction();
    transaction(const transaction&)            = delete;
    transaction& operator=(const transaction&) = delete;

    void commit();

private:
    session& on_;
    bool     open_ = true;
};

} // namespace verbatim::core::database
