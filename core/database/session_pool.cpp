#include "database/session_pool.hpp"

#include "database/migrations.hpp"

namespace verbatim::core::database {

namespace {

/// Whether the connection still works. One that was just used gets no query.
bool is_alive(session& db, bool is_recent)
{
    try
    {
        db.ensure_not_replaced();
        if (is_recent) return !db.has_ended();
        db.select("select 1", 1, {});
        return true;
    }
    catch (const failure&)
    {
        return false;
    }
}

} // namespace

session_pool::session_pool(connection_info connection, timeouts limits, std::string table)
    : connection_{std::move(connection)}
    , limits_{limits}
    , table_{std::move(table)}
{}

session_pool::session_ptr session_pool::take()
{
    if (auto idle = take_idle()) return idle;
    return open_migrated(connection_, limits_, stop_.get_token(), table_);
}

/// Null without a session that works.
session_pool::session_ptr session_pool::take_idle()
{
    constexpr std::chrono::seconds no_query_within{1};
    for (;;)
    {
        idle_session last;
        {
            const std::scoped_lock lock{mutex_};
            if (idle_.empty()) return nullptr;
            last = std::move(idle_.back());
            idle_.pop_back();
        }
        const bool is_recent = clock::now() - last.since < no_query_within;
        if (is_alive(*last.session, is_recent)) return std::move(last.session);
    }
}

void session_pool::put_back(session_ptr session) noexcept
try
{
    if (!session) return;
    const std::scoped_lock lock{mutex_};
    idle_.push_back({std::move(session), clock::now()});
}
catch (...) // out of memory: the session is closed
{}

} // namespace verbatim::core::database
