#include "app/erase_tenant.hpp"

#include "app/open_store.hpp"
#include "app/token_sources.hpp"
#include "auth/operator_tenant.hpp"
#include "auth/startup_keys.hpp"
#include "database/migrations.hpp"
#include "erasure/tenant_rows.hpp"
#include "recording/outbox.hpp"

#include <filesystem>
#include <memory>
#include <string_view>

namespace verbatim::core::app {

namespace {

/// The outbox of a server with PostgreSQL; null if there is none.
std::unique_ptr<recording::outbox> open_outbox(const std::filesystem::path& state_folder)
{
    const auto file = state_folder / "outbox.db";
    return std::filesystem::exists(file) ? std::make_unique<recording::outbox>(file) : nullptr;
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
    const token_sources         tokens{config, log};
    const auto                  target = database::resolve_migration_connection(config.database, tokens.database());
    const std::filesystem::path state_folder{config.database.state_dir.text};
    open_store(config.database, target); // migrates, so that the tables are those of this version
    try
    {
        const auto     db     = database::open(target, database::migration_timeouts);
        const auto     outbox = open_outbox(state_folder);
        erasure_result result;
        if (command.confirmed) result.problems = obstacles(*db, config, command.tenant_id, log);
        const bool deletes = command.confirmed && result.problems.empty();
        // The outbox first: its server moves rows from there to the database.
        const auto in_outbox = !outbox   ? 0
                               : deletes ? outbox->delete_rows_of(command.tenant_id)
                                         : outbox->count_rows_of(command.tenant_id);
        for (const auto& [table, rows] :
             deletes ? erasure::delete_rows(*db, command.tenant_id) : erasure::count_rows(*db, command.tenant_id))
            result.rows.emplace_back(table, rows);
        if (outbox) result.rows.emplace_back("outbox.db", in_outbox);
        if (deletes) result.notes.emplace_back("deleted");
        else
            result.notes.emplace_back(command.confirmed ? "nothing was deleted"
                                                        : "nothing was deleted; --confirm deletes");
        add_notes(result.notes, state_folder);
        return result;
    }
    catch (const database::failure& failure)
    {
        throw settings::setting_error{problem_of_database(target, failure)};
    }
}

} // namespace verbatim::core::app
