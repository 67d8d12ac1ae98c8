#include "app/open_store.hpp"

#include "database/failure.hpp"
#include "recording/group_recorder.hpp"
#include "recording/outbox.hpp"
#include "recording/outbox_recorder.hpp"

#include <stdexcept>
#include <string>

namespace verbatim::core::app {
namespace {

/// Begins with the setting that says where the database is.
std::string setting_and_subject(const database::settings& settings)
{
    if (!settings.db_url.empty()) return "DB_URL: the database it names ";
    if (!settings.db_host.empty()) return "DB_HOST: the database that it and its companions name ";
    return "STATE_DIR: the database there, verbatim.db, ";
}

/// What somebody may do about it, where the class alone does not say.
std::string advice(database::error_kind kind)
{
    using enum database::error_kind;
    switch (kind)
    {
    case corrupt: return "; it is damaged, or no database of this program";
    case refused: return "; its server is there and does not let this user in, or has no database of that name";
    case forbidden: return "; its user needs the right to create in the schema, and to read and write its tables";
    default: return "";
    }
}

[[noreturn]] void refuse(const database::settings& settings, const database::failure& failure)
{
    const auto subject = setting_and_subject(settings);
    if (failure.kind() == database::error_kind::newer)
        throw std::runtime_error{subject + "was made by a later version of this program; start that version"};
    throw std::runtime_error{subject + "cannot be used (" + failure.what() + ")" + advice(failure.kind())};
}

/// Whether the same may succeed later, without anybody doing something about this process.
bool is_temporary(database::error_kind kind)
{
    using enum database::error_kind;
    return kind == unavailable || kind == refused || kind == busy || kind == full || kind == read_only || kind == io;
}

std::unique_ptr<recording::outbox> open_outbox(const database::settings& settings)
{
    try
    {
        return std::make_unique<recording::outbox>(std::filesystem::path{settings.state_dir.text} / "outbox.db");
    }
    catch (const database::failure& failure)
    {
        throw std::runtime_error{"STATE_DIR: the outbox there, outbox.db, cannot be used (" +
                                 std::string{failure.what()} + ")"};
    }
}

/// True: it is there, and its schema is this program's.
bool try_prepare(recording::store& store, const database::settings& settings)
{
    try
    {
        store.prepare();
        return true;
    }
    catch (const database::failure& failure)
    {
        if (!is_temporary(failure.kind())) refuse(settings, failure);
        return false;
    }
}

} // namespace

std::unique_ptr<recording::store> open_store(const database::settings& settings)
{
    const auto location = database::resolve_connection(settings);
    database::prepare_folders(settings, location);
    try
    {
        auto store = recording::make_store(location);
        store->prepare();
        return store;
    }
    catch (const database::failure& failure)
    {
        refuse(settings, failure);
    }
}

std::unique_ptr<recording::durable_recorder> open_recorder(const database::settings& settings, sdk::log& log)
{
    const auto location = database::resolve_connection(settings);
    if (location.sql_dialect() == database::dialect::sqlite)
        return std::make_unique<recording::group_recorder>(open_store(settings), log);

    database::prepare_folders(settings, location);
    auto       outbox       = open_outbox(settings);
    auto       store        = recording::make_store(location);
    const bool is_reachable = try_prepare(*store, settings);
    return std::make_unique<recording::outbox_recorder>(std::move(store), std::move(outbox), is_reachable, log);
}

} // namespace verbatim::core::app
