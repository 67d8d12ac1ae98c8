#include "app/erase_tenant.hpp"

#include "app/open_store.hpp"
#include "app/token_sources.hpp"
#include "auth/keyring.hpp"
#include "auth/startup_keys.hpp"
#include "database/inspection.hpp"
#include "database/migrations.hpp"
#include "erasure/tenant_rows.hpp"
#include "recording/outbox.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string_view>

namespace verbatim::core::app {

namespace {

/// Reports, which read the log for up to 90 s, end within the lock timeout.
constexpr database::timeouts timeouts{.statement = std::chrono::minutes{30}, .lock = std::chrono::minutes{2}};

/// A session on a schema of this version: an earlier one lacks tables, and a later one may have further rows of
/// tenants. Counting changes nothing, so nothing is migrated.
std::unique_ptr<database::session> open_current_schema(const database::connection_info& target)
{
    if (target.sql_dialect() == database::dialect::sqlite && !std::filesystem::exists(target.file))
        throw settings::setting_error{{target.setting, "the database does not exist"}};
    auto       db      = database::open(target, timeouts);
    const auto version = database::read_schema_version(*db);
    if (version.applied > version.latest || version.is_too_new)
        throw settings::setting_error{
            {target.setting, "the database has the schema of a later version", "use that version"}};
    if (version.applied < version.latest)
        throw settings::setting_error{
            {target.setting, "the database has the schema of an earlier version", "run verbatimd --migrate"}};
    return db;
}

constexpr auto copies_stay = ": its write-ahead log is in use and has copies of deleted rows until a later checkpoint";

/// Of the outbox of this server, if there is one.
void add_outbox(const database::settings& settings, std::string_view tenant_id, bool deletes, erasure_result& result)
try
{
    const auto file = outbox_file(settings);
    if (!std::filesystem::exists(file)) return;
    recording::outbox queue{file};
    result.rows.emplace_back("outbox.db", deletes ? queue.delete_rows_of(tenant_id) : queue.count_rows_of(tenant_id));
    if (deletes && !queue.empty_log()) result.notes.push_back(file.native() + copies_stay);
}
catch (const database::failure& failure)
{
    throw settings::setting_error{problem_of_outbox(failure)};
}

void add_database(database::session& db, const std::filesystem::path& file, std::string_view tenant_id, bool deletes,
                  erasure_result& result)
{
    for (const auto& [table, rows] : deletes ? erasure::delete_rows(db, tenant_id) : erasure::count_rows(db, tenant_id))
        result.rows.emplace_back(table, rows);
    if (deletes && !database::empty_log(db)) result.notes.push_back(file.native() + copies_stay);
}

/// Keys and jobs would add rows again.
settings::setting_problems obstacles(database::session& db, const configuration& config, std::string_view tenant_id,
                                     sdk::log& log)
{
    settings::setting_problems problems;
    if (tenant_id == auth::operator_tenant)
        problems.push_back({"--erase-tenant", "the rows of this tenant are those of the server itself"});
    for (const auto& key : auth::read_startup_keys(config.auth.keys.reveal(), log))
        if (key.owner.tenant_id == tenant_id)
            problems.push_back({"AUTH_API_KEYS", "the key " + key.owner.key_id + " belongs to the tenant",
                                "remove it, and reload or restart every server"});
    if (const auto jobs = erasure::running_jobs(db, tenant_id); jobs != 0)
        problems.push_back({"--erase-tenant", std::to_string(jobs) + " jobs of the tenant are running",
                            "cancel them, or wait for their end"});
    return problems;
}

void add_notes(std::vector<std::string>& notes, const std::filesystem::path& state_folder)
{
    std::error_code failure;
    for (const auto& entry : std::filesystem::directory_iterator{state_folder, failure})
        if (entry.path().filename().native().starts_with("outbox.db.damaged-"))
            notes.push_back("not searched: " + entry.path().native());
    notes.emplace_back("not searched: outboxes of other servers, the memory of running servers, logs, traces, backups; "
                       "see docs/operations.md");
}

} // namespace

erasure_result erase_tenant(const configuration& config, const settings::command_line& command, sdk::log& log)
{
    const token_sources tokens{config, log};
    const auto          target = database::resolve_migration_connection(config.database, tokens.database());
    try
    {
        const auto     db = open_current_schema(target);
        erasure_result result;
        if (command.confirmed) result.problems = obstacles(*db, config, command.tenant_id, log);
        const bool deletes = command.confirmed && result.problems.empty();
        // The outbox first: its server moves rows from there to the database.
        add_outbox(config.database, command.tenant_id, deletes, result);
        add_database(*db, target.file, command.tenant_id, deletes, result);
        if (deletes) result.notes.emplace_back("deleted");
        else
            result.notes.emplace_back(command.confirmed ? "nothing was deleted"
                                                        : "nothing was deleted; --confirm deletes");
        add_notes(result.notes, config.database.state_dir.text);
        return result;
    }
    catch (const database::failure& failure)
    {
        throw settings::setting_error{problem_of_database(target, failure)};
    }
}

} // namespace verbatim::core::app
