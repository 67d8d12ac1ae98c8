#include "app/open_store.hpp"

#include "database/failure.hpp"
#include "usage/group_recorder.hpp"
#include "usage/outbox.hpp"
#include "usage/relay_recorder.hpp"

#include <stdexcept>
#include <string>

namespace verbatim::core::app {
namespace {

/// Begins with the setting that says where the database is.
std::string named_by_setting(const database::settings& chosen)
{
    if (!chosen.db_url.empty()) return "DB_URL: the database it names ";
    if (!chosen.db_host.empty()) return "DB_HOST: the database that it and its companions name ";
    return "STATE_DIR: the database there, verbatim.db, ";
}

/// What somebody may do about it, where the class alone does not say.
std::string advice(database::trouble what)
{
    using enum database::trouble;
    switch (what)
    {
    case corrupt: return "; it is damaged, or no database of this program";
    case refused: return "; its server is there and does not let this user in, or has no database of that name";
    case forbidden: return "; its user needs the right to create in the schema, and to read and write its tables";
    default: return "";
    }
}

[[noreturn]] void refuse(const database::settings& chosen, const database::failure& failed)
{
    const auto begin = named_by_setting(chosen);
    if (failed.kind() == database::trouble::newer)
        throw std::runtime_error{begin + "was made by a later version of this program; start that version"};
    throw std::runtime_error{begin + "cannot be used (" + failed.what() + ")" + advice(failed.kind())};
}

/// Whether the same may succeed later, without anybody doing something about this process.
bool is_passing(database::trouble what)
{
    using enum database::trouble;
    return what == unavailable || what == refused || what == busy || what == full || what == read_only || what == io;
}

std::unique_ptr<usage::outbox> open_outbox(const database::settings& chosen)
{
    try
    {
        return std::make_unique<usage::outbox>(std::filesystem::path{chosen.state_dir.text} / "outbox.db");
    }
    catch (const database::failure& failed)
    {
        throw std::runtime_error{"STATE_DIR: the outbox there, outbox.db, cannot be used (" +
                                 std::string{failed.what()} + ")"};
    }
}

/// True: it is there, and its schema is this program's.
bool reach(usage::store& rows, const database::settings& chosen)
{
    try
    {
        rows.make_ready();
        return true;
    }
    catch (const database::failure& failed)
    {
        if (!is_passing(failed.kind())) refuse(chosen, failed);
        return false;
    }
}

} // namespace

std::unique_ptr<usage::store> open_store(const database::settings& chosen)
{
    const auto where = database::locate(chosen);
    database::prepare_folders(chosen, where);
    try
    {
        auto rows = usage::make_store(where);
        rows->make_ready();
        return rows;
    }
    catch (const database::failure& failed)
    {
        refuse(chosen, failed);
    }
}

std::unique_ptr<usage::durable_recorder> open_recorder(const database::settings& chosen, sdk::log& log)
{
    const auto where = database::locate(chosen);
    if (where.speaks() == database::dialect::sqlite)
        return std::make_unique<usage::group_recorder>(open_store(chosen), log);

    database::prepare_folders(chosen, where);
    auto       outbox  = open_outbox(chosen);
    auto       rows    = usage::make_store(where);
    const bool reached = reach(*rows, chosen);
    return std::make_unique<usage::relay_recorder>(std::move(rows), std::move(outbox), reached, log);
}

} // namespace verbatim::core::app
