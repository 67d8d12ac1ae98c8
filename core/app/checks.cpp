#include "app/checks.hpp"

#include "admin/listener.hpp"
#include "app/configuration.hpp"
#include "app/limit_rule_reader.hpp"
#include "app/open_store.hpp"
#include "app/state_lock.hpp"
#include "app/token_sources.hpp"
#include "auth/keyring.hpp"
#include "auth/startup_keys.hpp"
#include "database/connection_info.hpp"
#include "database/inspection.hpp"
#include "embedding/engine.hpp"
#include "embedding/word_vectors.hpp"
#include "http/server.hpp"
#include "http/tls.hpp"
#include "jobs/store.hpp"
#include "llm/prices.hpp"
#include "llm/reachability.hpp"
#include "privacy/anonymizer.hpp"

#include "verbatim/sdk/calendar.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace verbatim::core::app {

settings::setting_problems check(const configuration& config, const registry::operation_table& operations,
                                 sdk::log& log)
{
    const std::function<void()> steps[]{
        [&] { auth::make_keyring(config.auth, log); },
        [&] { database::resolve_report_connection(config.database); },
        [&] { database::resolve_migration_connection(config.database); },
        [&] { database::resolve_connection(config.database); },
        [&] { privacy::make_anonymizer(config.privacy); },
        [&] { llm::load_prices(config.llm.model_prices_path, models_to_price(config)); },
        [&] { embedding::open_word_vectors(config.embedding, find_install_paths().word_vectors.native()); },
        [&] { http::make_tls_context(config.http); },
        [&] { jobs::read_master_keys(config.jobs); },
        [&] {
            limit_rule_reader{config, operations}.read(config.limits.file.text);
        },
    };
    settings::setting_problems problems;
    const auto                 add = [&](const settings::setting_problem& problem) { // steps may share a cause
        if (std::ranges::find(problems, problem) == problems.end()) problems.push_back(problem);
    };
    for (const auto& step : steps)
    {
        try
        {
            step();
        }
        catch (const settings::setting_error& error)
        {
            std::ranges::for_each(error.problems(), add);
        }
        catch (const std::exception& error)
        {
            add({"", error.what()});
        }
    }
    return problems;
}

namespace {

using settings::setting_error;

void check_database_version(const database::connection_info& connection, database::session& db, check_report& report)
{
    const auto version = database::read_schema_version(db);
    if (version.is_too_new) throw database::failure{database::error_kind::newer};
    const auto* relation = version.applied > version.latest ? ", later than the last one of this version, " : " of ";
    report.results.push_back("database: reached; migration " + std::to_string(version.applied) + relation +
                             std::to_string(version.latest));
    if (version.applied >= version.latest || db.sql_dialect() == database::dialect::sqlite) return;
    const auto rights = database::read_rights(db);
    if (rights.may_create_tables && (version.applied == 0 || rights.owns_tables)) return;
    report.problems.push_back({connection.setting, "the database lacks migrations, and its user may not apply them",
                               "run verbatimd --migrate as the owner of the tables"});
}

void check_rights(const database::connection_info& connection, database::session& db, bool deletes_rows,
                  check_report& report)
{
    const auto rights = database::read_rights(db);
    if (!rights.writes)
        report.problems.push_back(
            {connection.setting, "the database accepts no writes", "name the primary, not a standby"});
    if (!rights.missing.empty())
    {
        std::string list;
        for (const auto& right : rights.missing) list += (list.empty() ? "" : ", ") + right;
        report.problems.push_back({connection.setting, "the user of the database lacks rights", "grant it " + list});
    }
    const auto version = database::read_schema_version(db);
    if (version.applied >= version.latest && !rights.may_create_partitions)
        report.problems.push_back({connection.setting,
                                   "the user of the database may not create partitions of llm_calls",
                                   "grant it execute on function create_llm_calls_partition(date)"});
    if (version.applied >= version.latest && deletes_rows && !rights.may_drop_partitions)
        report.problems.push_back({"USAGE_RETENTION_DAYS",
                                   "the user of the database may not drop partitions of llm_calls",
                                   "grant it execute on function drop_llm_calls_partition(timestamptz)"});
    if (rights.is_pooled && !connection.pools_transactions)
        report.results.push_back(connection.setting +
                                 ": a connection pooler answers; set DB_DIRECT_URL unless it pools sessions");
}

void check_clock(const database::connection_info& connection, database::session& db, check_report& report)
{
    constexpr std::chrono::seconds tolerated{5};
    const auto                     difference = database::clock_difference(db);
    const auto                     text       = std::to_string(std::abs(difference.count())) + " ms";
    if (std::chrono::abs(difference) > tolerated)
        report.problems.push_back({connection.setting,
                                   "the clock of the database differs by " + text + " from this machine's",
                                   "synchronise both clocks"});
    else report.results.push_back("database: its clock differs by " + text);
}

/// Opens the database and examines it. A failure is a problem of the setting that names it.
template <class Work>
void with_database(const database::connection_info& connection, check_report& report, Work work)
try
{
    work(*database::open(connection, {.statement = std::chrono::seconds{10}}));
}
catch (const database::failure& failure)
{
    report.problems.push_back(problem_of_database(connection, failure));
}

void check_direct_connection(const database::connection_info& connection, check_report& report)
{
    with_database(connection, report, [&](database::session& db) {
        if (db.is_pooled())
            report.problems.push_back({connection.setting, "a connection pooler answers", "name PostgreSQL itself"});
        else report.results.push_back(connection.setting + ": reached, without a pooler");
    });
}

bool is_right_to_usage(const std::string& right)
{
    return right == "select on llm_calls" || right.starts_with("select on usage_");
}

/// Its user needs no other right than to read the tables of usage.
void check_report_connection(const database::connection_info& connection, check_report& report)
{
    with_database(connection, report, [&](database::session& db) {
        const auto missing    = database::read_rights(db).missing;
        const bool has_tables = db.select("select 1 where to_regclass('llm_calls') is not null", 1, {}).size() == 1;
        if (!has_tables)
            report.problems.push_back({connection.setting, "the database has no tables of usage",
                                       "name a replica of the database, and migrate that first"});
        else if (std::ranges::any_of(missing, &is_right_to_usage))
            report.problems.push_back({connection.setting, "the user may not read usage",
                                       "grant it select on llm_calls and on the tables usage_…"});
        else report.results.push_back(connection.setting + ": reached, and its user may read usage");
    });
}

void check_database(const configuration& config, const database::logins& passwords, check_report& report)
{
    const auto connection = database::resolve_connection(config.database, passwords);
    const bool is_sqlite  = connection.sql_dialect() == database::dialect::sqlite;
    if (is_sqlite && !std::filesystem::exists(connection.file))
    {
        report.results.emplace_back("database: a new file, created at the start");
        return;
    }
    with_database(connection, report, [&](database::session& db) {
        check_database_version(connection, db, report);
        if (is_sqlite) return;
        check_rights(connection, db, config.recording.retention_days != 0, report);
        check_clock(connection, db, report);
    });
    if (connection.without_pooler) check_direct_connection(connection.direct(), report);
    if (const auto reports = database::resolve_report_connection(config.database, passwords);
        reports.setting != connection.setting)
        check_report_connection(reports, report);
}

void add_fallbacks(const std::string& setting, const std::vector<llm::fallback_settings>& fallbacks,
                   std::vector<llm::tested_connection>& tested)
{
    for (std::size_t n = 0; n != fallbacks.size(); ++n)
        tested.push_back({setting + "[" + std::to_string(n) + "].", fallbacks[n].connection});
}

std::vector<llm::tested_connection> connections_of(const configuration& config)
{
    std::vector<llm::tested_connection> tested{{"LLM_", llm::main_connection(config.llm)}};
    add_fallbacks("LLM_FALLBACKS", config.llm.fallbacks, tested);
    tested.push_back({"JUDGE_LLM_", llm::judge_connection(config.llm)});
    if (config.llm.judge_fallbacks) add_fallbacks("JUDGE_LLM_FALLBACKS", *config.llm.judge_fallbacks, tested);
    const auto engine = embedding::engine_of(config.embedding);
    if (engine != embedding::disabled && !embedding::is_built_in(engine))
        tested.push_back({"EMBEDDING_", embedding::connection_of(config.embedding, config.llm)});
    return tested;
}

void check_models(const configuration& config, identity::token_source* tokens, check_report& report)
{
    const auto tested  = connections_of(config);
    const auto results = llm::test_reachability(tested, tokens);
    for (std::size_t n = 0; n != tested.size(); ++n)
    {
        const auto& [problems, result] = results[n];
        report.problems.insert(report.problems.end(), problems.begin(), problems.end());
        const auto ends_with_member = tested[n].prefix.ends_with('.');
        if (!result.empty())
            report.results.push_back(tested[n].prefix + (ends_with_member ? "model: " : "MODEL: ") + result);
    }
}

void check_ports(const configuration& config, check_report& report)
{
    http::server::require_bindable(config.http);
    report.results.push_back("NETWORK_PORT: " + std::to_string(config.http.port) + " can be bound on " +
                             config.http.host);
}

void check_admin_port(const configuration& config, check_report& report)
{
    if (config.admin.port == 0) return;
    admin::listener::require_bindable(config.admin);
    report.results.push_back("NETWORK_ADMIN_PORT: " + std::to_string(config.admin.port) + " can be bound on " +
                             config.admin.host);
}

std::string date_of(std::chrono::system_clock::time_point time)
{
    return sdk::calendar::text_of(std::chrono::floor<std::chrono::days>(time));
}

void check_certificate(const configuration& config, check_report& report)
{
    constexpr std::chrono::days time_to_renew{14};
    const auto                  context = http::make_tls_context(config.http);
    if (!context) return;
    const auto [begin, end] = http::validity_of(*context);
    const auto now          = std::chrono::system_clock::now();
    const auto refuse       = [&](const std::string& problem) {
        report.problems.push_back(
                  {"NETWORK_TLS_CERTIFICATE", problem, "renew it, and correct the clock if that is wrong"});
    };
    if (now < begin) refuse("the certificate is not valid before " + date_of(begin));
    else if (now >= end) refuse("the certificate expired on " + date_of(end));
    else if (end - now < time_to_renew) refuse("the certificate expires on " + date_of(end));
    else report.results.push_back("NETWORK_TLS_CERTIFICATE: belongs to its key and is valid until " + date_of(end));
}

[[noreturn]] void refuse_state_directory(const std::string& problem)
{
    throw setting_error{{"STATE_DIR", problem, "name a directory that this user may write to"}};
}

/// Creates a file and removes it.
void require_writable(const std::filesystem::path& folder)
{
    auto      name = (folder / "check.XXXXXX").native();
    const int file = ::mkstemp(name.data());
    if (file < 0) refuse_state_directory("no file can be created (" + std::generic_category().message(errno) + ")");
    ::close(file);
    ::unlink(name.c_str());
}

void check_state_directory(const configuration& config, check_report& report)
{
    const auto      folder = std::filesystem::absolute(config.database.state_dir.text);
    auto            parent = folder;
    std::error_code ignored;
    while (!std::filesystem::exists(parent, ignored) && parent != parent.parent_path()) parent = parent.parent_path();
    if (!std::filesystem::is_directory(parent, ignored)) refuse_state_directory("is not a directory");
    if (parent != folder)
    {
        if (::access(parent.c_str(), W_OK | X_OK) != 0) refuse_state_directory("cannot be created");
        report.results.emplace_back("STATE_DIR: can be created");
        return;
    }
    require_writable(folder);
    state_lock::require_free(folder);
    report.results.emplace_back("STATE_DIR: is writable, and no server uses it");
}

/// A test of a component.
struct step
{
    const char*                   name;
    std::vector<std::string_view> prefixes; ///< of the settings that it uses
    std::function<void()>         run;
};

bool concerns(const settings::setting_problems& problems, const std::vector<std::string_view>& prefixes)
{
    return std::ranges::any_of(problems, [&](const settings::setting_problem& problem) {
        return std::ranges::any_of(prefixes,
                                   [&](std::string_view prefix) { return problem.setting.starts_with(prefix); });
    });
}

void run(const step& step, check_report& report)
try
{
    step.run();
}
catch (const setting_error& error)
{
    report.problems.insert(report.problems.end(), error.problems().begin(), error.problems().end());
}
catch (const std::exception& error)
{
    report.problems.push_back({step.name, error.what()});
}

} // namespace

check_report check_connections(const configuration& config, const settings::setting_problems& known, sdk::log& log)
{
    check_report report;
    const bool   has_identity = !concerns(known, {"AZURE_", "IDENTITY_"});
    const auto   tokens       = has_identity ? std::make_unique<token_sources>(config, log) : nullptr;

    auto* const of_models   = tokens ? tokens->models() : nullptr;
    const auto  of_database = tokens ? tokens->database() : database::logins{};
    const step  steps[]{
         {"STATE_DIR", {"STATE_DIR", "DB_"}, [&] { check_state_directory(config, report); }},
         {"NETWORK_PORT", {"NETWORK_"}, [&] { check_ports(config, report); }},
         {"NETWORK_ADMIN_PORT", {"NETWORK_"}, [&] { check_admin_port(config, report); }},
         {"NETWORK_TLS_CERTIFICATE", {"NETWORK_"}, [&] { check_certificate(config, report); }},
         {"database", {"DB_", "STATE_DIR", "AZURE_", "IDENTITY_"}, [&] { check_database(config, of_database, report); }},
         {"models",
          {"LLM_", "JUDGE_LLM_", "EMBEDDING_", "MODEL_PRICES_PATH", "AZURE_", "IDENTITY_"},
          [&] { check_models(config, of_models, report); }},
    };
    for (const auto& step : steps)
    {
        if (concerns(known, step.prefixes))
            report.results.push_back(std::string{step.name} + ": not tested; correct its settings first");
        else run(step, report);
    }
    return report;
}

} // namespace verbatim::core::app
