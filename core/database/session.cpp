#include "database/session.hpp"

#include <charconv>
#include <poll.h>
#include <utility>

namespace verbatim::core::database {
namespace {

/// Best effort: after a full disk or a lost connection there is nothing left to roll back.
void roll_back(session& db) noexcept
{
    try
    {
        db.run("rollback");
    }
    catch (const failure&)
    {}
}

} // namespace

std::int64_t parse_integer(const std::optional<std::string>& column) noexcept
{
    std::int64_t value = 0;
    if (column) std::from_chars(column->data(), column->data() + column->size(), value);
    return value;
}

void session::listen(const std::string&) {}

/// An idle session receives its end, or rarely a changed parameter; then a new session does no harm.
bool session::has_ended() noexcept
{
    pollfd socket{.fd = notification_socket(), .events = POLLIN, .revents = 0}; // poll() ignores -1
    return ::poll(&socket, 1, 0) > 0;
}

std::vector<row> session::select(const std::string& statement, std::size_t columns, std::span<const parameter> values)
{
    std::vector<row> rows;
    for_each_row(statement, columns, values, [&](const row& columns_of_row) { rows.push_back(columns_of_row); });
    return rows;
}

std::unique_ptr<session> open(const connection_info& connection, timeouts limits, std::stop_token stop)
{
    if (stop.stop_requested()) throw failure{error_kind::unavailable};
    switch (connection.sql_dialect())
    {
    case dialect::sqlite: return open_sqlite(connection, limits, std::move(stop));
    case dialect::postgresql: return open_postgresql(connection, limits, std::move(stop));
    }
    return nullptr;
}

transaction::transaction(session& db)
    : db_{db}
{
    if (db_.sql_dialect() == dialect::sqlite) db_.execute("begin immediate", {}); // keeps it prepared
    else db_.run("begin isolation level read committed");
}

transaction::~transaction()
{
    if (open_) roll_back(db_);
}

void transaction::commit()
{
    if (db_.sql_dialect() == dialect::sqlite) db_.execute("commit", {});
    else db_.run("commit");
    open_ = false;
}

snapshot::snapshot(session& db)
    : db_{db}
{
    db_.run(db_.sql_dialect() == dialect::sqlite ? "begin; select 1 from sqlite_schema limit 1; pragma query_only = on"
                                                 : "begin transaction isolation level repeatable read, read only");
}

snapshot::~snapshot()
{
    roll_back(db_);
    try
    {
        if (db_.sql_dialect() == dialect::sqlite) db_.run("pragma query_only = off");
    }
    catch (const failure&)
    {}
}

} // namespace verbatim::core::database
