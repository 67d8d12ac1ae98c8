#include "database/session.hpp"

#include "database/open_sessions.hpp"

#include <utility>

namespace verbatim::core::database {
namespace {

/// Undoing is best effort: a database that has rolled back by itself (disk full), or is gone, has nothing left to undo.
void roll_back(session& on) noexcept
{
    try
    {
        on.run("rollback");
    }
    catch (const failure&)
    {}
}

} // namespace

void session::listen(const std::string&) {}

std::vector<row> session::select(const std::string& statement, std::size_t columns, std::span<const parameter> values)
{
    std::vector<row> all;
    each(statement, columns, values, [&](const row& one) { all.push_back(one); });
    return all;
}

std::unique_ptr<session> open(const place& where, patience with, std::stop_token until)
{
    if (until.stop_requested()) throw failure{trouble::unavailable};
    switch (where.speaks())
    {
    case dialect::sqlite: return open_sqlite(where, with, std::move(until));
    case dialect::postgresql: return open_postgresql(where, with, std::move(until));
    }
    return nullptr;
}

transaction::transaction(session& on)
    : on_{on}
{
    on_.run(on_.speaks() == dialect::sqlite ? "begin immediate" : "begin");
}

transaction::~transaction()
{
    if (open_) roll_back(on_);
}

void transaction::commit()
{
    on_.run("commit");
    open_ = false;
}

snapshot::snapshot(session& on)
    : on_{on}
{
    on_.run(on_.speaks() == dialect::sqlite ? "begin; select 1 from sqlite_schema limit 1; pragma query_only = on"
                                            : "begin transaction isolation level repeatable read, read only");
}

snapshot::~snapshot()
{
    roll_back(on_);
    try
    {
        if (on_.speaks() == dialect::sqlite) on_.run("pragma query_only = off");
    }
    catch (const failure&)
    {}
}

} // namespace verbatim::core::database
