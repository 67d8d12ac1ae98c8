#include "app/open_store.hpp"

#include "database/failure.hpp"
#include "usage/group_recorder.hpp"
#include "usage/outbox.hpp"
#include "usage/relay_recorder.hpp"

#include <stdexcept>
#include <string>

namespace verbatim::core::app {
namespace {

[[noreturn]] void refuse(const database::failure& failed)
{
    if (failed.kind() == database::trouble::newer)
        throw std::runtime_error{
            "The database of DB_URL was made by a later version of this program; start that version"};
    throw std::runtime_error{"The database of DB_URL cannot be used (" + std::string{failed.what()} + ")"};
}

/// Whether the same may succeed later, without anybody doing something about this process.
bool is_passing(database::trouble what)
{
    using enum database::trouble;
    return what == unavailable || what == busy || what == full || what == read_only || what == io;
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
bool reach(usage::store& rows)
{
    try
    {
        rows.make_ready();
        return true;
    }
    catch (const database::failure& failed)
    {
        if (!is_passing(failed.kind())) refuse(failed);
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
        refuse(failed);
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
    const bool reached = reach(*rows);
    return std::make_unique<usage::relay_recorder>(std::move(rows), std::move(outbox), reached, log);
}

} // namespace verbatim::core::app
