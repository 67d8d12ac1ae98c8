#include "app/open_store.hpp"

#include "database/failure.hpp"
#include "recording/group_recorder.hpp"
#include "recording/outbox.hpp"
#include "recording/outbox_recorder.hpp"
#include "settings/setting_problem.hpp"

#include <string>

namespace verbatim::core::app {
namespace {

const char* fix_for(database::error_kind kind)
{
    using enum database::error_kind;
    switch (kind)
    {
    case corrupt: return "restore it from a backup, or name another file";
    case refused: return "check user, password or managed identity, and database name";
    case forbidden:
        return "run verbatimd --migrate as the owner of the tables, or grant the user CREATE on the schema, and read "
               "and write access to its tables";
    case newer: return "start that version";
    case unavailable: return "check host, port, firewalls and certificate, or the path of the file";
    default: return "";
    }
}

[[noreturn]] void refuse(const database::connection_info& connection, const database::failure& failure)
{
    throw settings::setting_error{problem_of_database(connection, failure)};
}

/// Whether the database may become usable while the process runs.
bool is_temporary(database::error_kind kind)
{
    using enum database::error_kind;
    return kind == unavailable || kind == refused || kind == busy || kind == full || kind == read_only || kind == io;
}

std::unique_ptr<recording::outbox> open_outbox(const database::settings& settings)
{
    try
    {
        return std::make_unique<recording::outbox>(outbox_file(settings));
    }
    catch (const database::failure& failure)
    {
        throw settings::setting_error{problem_of_outbox(failure)};
    }
}

/// Migrates the schema if the database is reachable; returns whether it is.
bool try_prepare(recording::store& store, const database::connection_info& connection)
{
    try
    {
        store.prepare();
        return true;
    }
    catch (const database::failure& failure)
    {
        if (!is_temporary(failure.kind())) refuse(connection, failure);
        return false;
    }
}

} // namespace

settings::setting_problem problem_of_database(const database::connection_info& connection,
                                              const database::failure&         failure)
{
    const std::string name    = connection.setting == "STATE_DIR" ? "the database verbatim.db" : "the database";
    const auto        problem = failure.kind() == database::error_kind::newer
                                    ? std::string{" was created by a later version of this program"}
                                    : std::string{" cannot be used ("} + failure.what() + ")";
    return {connection.setting, name + problem, fix_for(failure.kind())};
}

settings::setting_problem problem_of_outbox(const database::failure& failure)
{
    return {"STATE_DIR", "the outbox outbox.db cannot be used (" + std::string{failure.what()} + ")"};
}

std::filesystem::path outbox_file(const database::settings& settings)
{
    return std::filesystem::path{settings.state_dir.text} / "outbox.db";
}

std::unique_ptr<recording::store> open_store(const database::settings&        settings,
                                             const database::connection_info& connection)
{
    // STATE_DIR of a server with PostgreSQL is the server's: --migrate may run as another user.
    if (connection.sql_dialect() == database::dialect::sqlite) database::prepare_folders(settings, connection);
    try
    {
        auto store = recording::make_store(connection);
        store->prepare();
        return store;
    }
    catch (const database::failure& failure)
    {
        refuse(connection, failure);
    }
}

std::unique_ptr<recording::durable_recorder> open_recorder(const database::settings& settings,
                                                           const database::logins& passwords, sdk::log& log)
{
    const auto location = database::resolve_connection(settings, passwords);
    if (location.sql_dialect() == database::dialect::sqlite)
        return std::make_unique<recording::group_recorder>(open_store(settings, location), log);

    database::prepare_folders(settings, location);
    auto       outbox       = open_outbox(settings);
    auto       store        = recording::make_store(location);
    const bool is_reachable = try_prepare(*store, location);
    return std::make_unique<recording::outbox_recorder>(std::move(store), std::move(outbox), is_reachable, log);
}

} // namespace verbatim::core::app
