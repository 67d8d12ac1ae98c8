// Upgrade of a database with rows of the version before roll-ups: docs/operations.md#upgrade.

#include "e2e/test_server.hpp"

#include "core/database/test_database.hpp"
#include "database/migrations.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace verbatim;
using namespace verbatim::e2e;
using core::database::dialect;
using core::database::testing::both_databases;
using core::database::testing::test_database;

namespace {

/// The next id, of an attempt or a call.
std::string next_id()
{
    static int counter = 10'000'000;
    return std::to_string(++counter) + "-0000-4000-8000-000000000000";
}

support::server_process::environment settings_for(const test_database& storage)
{
    const auto& connection = storage.connection();
    const bool  is_sqlite  = connection.sql_dialect() == dialect::sqlite;
    return {{"DB_URL", is_sqlite ? "sqlite:///" + connection.file.string() : connection.url.reveal()}};
}

} // namespace

/// A database as the version before roll-ups leaves it. Not in the unnamed namespace: data test cases capture it.
struct earlier_database
{
    explicit earlier_database(dialect kind)
        : storage{kind}
        , session{core::database::open(storage.connection())}
    {
        session->run("create table schema_migrations (number bigint not null primary key, name text not null, "
                     "applied_at bigint not null)");
        for (const auto& step :
             kind == dialect::sqlite ? core::database::sqlite_migrations() : core::database::postgresql_migrations())
        {
            if (std::string_view{step.name}.find("usage_rollups") != std::string_view::npos) break;
            session->run(step.statements);
            session->run("insert into schema_migrations values (" + std::to_string(step.number) + ", '" + step.name +
                         "', 0)");
        }
    }

    bool is_sqlite() const { return session->sql_dialect() == dialect::sqlite; }

    /// A call with two rows, one failed, as that version writes them: with these columns, in one statement.
    void write_call(const std::string& tenant, const std::string& time)
    {
        const auto call = next_id();
        const auto row  = [&](const std::string& rest) {
            return "('" + next_id() + "', '" + tenant + "', 'analyze', '" + call + "', " +
                   (is_sqlite() ? "unixepoch('" + time + "') * 1000000" : "'" + time + "+00'") + ", 250, 'm', " + rest +
                   (is_sqlite() ? ", 0)" : ")");
        };
        const std::string cost = is_sqlite() ? "2500" : "0.002500", priced = is_sqlite() ? "1" : "true";
        session->run("insert into llm_calls (attempt_id, tenant_id, operation, call_id, timestamp, call_duration_ms, "
                     "model, input_tokens, output_tokens, " +
                     std::string{is_sqlite() ? "cost_micro_usd" : "cost_usd"} +
                     ", status, error_class, cached_tokens, priced, cause" + (is_sqlite() ? ", created_at" : "") +
                     ") values " + row("100, 20, " + cost + ", 'ok', null, 5, " + priced + ", null") + ", " +
                     row("0, 0, 0, 'error', 'llm_error', 0, " + priced + ", null"));
        ++calls;
    }

    support::server_process::environment settings() const { return settings_for(storage); }

    /// Equal reports of each server, and equal to what was written.
    void check_reports(const std::vector<std::unique_ptr<test_server>>& servers) const
    {
        for (const auto& server : servers)
        {
            const auto response =
                server->get("/v1/usage/all/by-tenant", {{"Authorization", std::string{"Bearer "} + superuser_key}});
            BOOST_REQUIRE_MESSAGE(response.status == 200, response.body);
            const auto  report = boost::json::parse(response.body);
            const auto& total  = report.at("total");
            BOOST_TEST(total.at("total_calls").as_int64() == calls);
            BOOST_TEST(total.at("llm_call_stats").at("total_calls").as_int64() == 2 * calls);
            BOOST_TEST(total.at("llm_call_stats").at("failed_calls").as_int64() == calls);
            BOOST_TEST(total.at("total_cost_usd").as_double() == 0.0025 * calls, boost::test_tools::tolerance(1e-9));
        }
    }

    /// Waits until everything is rolled up, and compares the sums.
    void check_rollups()
    {
        until("history is not rolled up",
              [&] { return storage.value("select built_from from usage_rollup_state") == "0"; });
        until("hours are not rolled up", [&] {
            session->run("update usage_rollup_marks set marked_at = 0");
            return storage.value("select count(*) from usage_rollup_marks where level = 0") == "0";
        });
        for (const auto& [column, value] : {std::pair{"calls", 2 * calls},
                                            {"failed", calls},
                                            {"cost_micro_usd", 2'500 * calls},
                                            {"input_tokens", 100 * calls},
                                            {"cached_tokens", 5 * calls}})
            BOOST_TEST(storage.value("select cast(sum(" + std::string{column} +
                                     ") as text) from usage_rollups where "
                                     "level = 0 and record = 'call'") == std::to_string(value),
                       column);
    }

    core::database::testing::test_database   storage;
    std::unique_ptr<core::database::session> session;
    std::int64_t                             calls = 0;
};

BOOST_AUTO_TEST_SUITE(upgrade)

BOOST_DATA_TEST_CASE(servers_that_migrate_at_once_report_the_rows_of_the_version_before, both_databases, dialect)
{
    earlier_database database{dialect};
    const auto       write_history = [&] {
        for (const std::string tenant : {"tenant-nl", "tenant-fr"})
            for (const std::string time : {"2026-03-31 23:59:59", "2026-04-01 00:00:00", "2026-04-01 11:30:00"})
                database.write_call(tenant, time);
    };
    if (dialect == dialect::postgresql)
        database.session->run(
            "select create_llm_calls_partition('2026-03-01'), create_llm_calls_partition('2026-04-01')");
    write_history();

    // Two servers need PostgreSQL.
    std::vector<std::future<std::unique_ptr<test_server>>> starting;
    for (int n = 0; n < (dialect == dialect::sqlite ? 1 : 2); ++n)
        starting.push_back(
            std::async(std::launch::async, [&] { return std::make_unique<test_server>(database.settings()); }));
    std::vector<std::unique_ptr<test_server>> servers;
    for (auto& start : starting) servers.push_back(start.get());
    for (auto& server : servers) server->process.port();

    database.check_reports(servers);
    database.check_rollups();
    database.check_reports(servers);

    write_history(); // a server of that version still runs
    database.check_reports(servers);
    database.check_rollups();
    database.check_reports(servers);
    for (auto& server : servers)
    {
        BOOST_TEST(server->process.stop() == 0);
        for (const auto* event : {"usage_rollup_failed", "_unavailable", "unexpected_error"})
            BOOST_TEST(!contains(server->process.output(), event), event);
    }
}

BOOST_DATA_TEST_CASE(a_server_of_the_version_before_works_on_and_starts_after_the_next_version_has_migrated,
                     both_databases, dialect)
{
    auto       storage  = test_database::with_tables(dialect);
    const auto settings = settings_for(storage);
    const auto session  = core::database::open(storage.connection());
    const auto call     = [](test_server& server) {
        BOOST_TEST(server.post("/v1/detect-sensitive", R"({"feedback_record":{"id":"r","content":"The tap is dry."}})")
                           .status == 200);
    };
    {
        test_server running{settings};
        call(running);
        session->run("alter table llm_calls add column of_next_version text");
        session->run("create table of_next_version (tenant_id text not null)");
        session->run("insert into schema_migrations values (9998, '9998_of_next_version', 0)");
        call(running);
        BOOST_TEST(running.process.stop() == 0);
    }
    const support::temporary_directory folder;
    auto                               alone = default_settings(folder);
    for (const auto& [name, value] : settings) alone[name] = value;
    const auto [checked, output] = support::run_server(alone, {"--check", "--connect"});
    BOOST_TEST(checked == 0, output);
    BOOST_TEST(contains(output, "database: reached; migration 9998, later than the last one of this version, "),
               output);
    {
        test_server restarted{settings};
        call(restarted);
        const auto response =
            restarted.get("/v1/usage/all/by-tenant", {{"Authorization", std::string{"Bearer "} + superuser_key}});
        BOOST_REQUIRE_MESSAGE(response.status == 200, response.body);
        BOOST_TEST(boost::json::parse(response.body).at("total").at("total_calls").as_int64() == 3);
        BOOST_TEST(restarted.process.stop() == 0);
        for (const auto* event : {"usage_rollup_failed", "_unavailable", "unexpected_error"})
            BOOST_TEST(!contains(restarted.process.output(), event), event);
    }
    BOOST_TEST(storage.value("select cast(count(*) as text) from llm_calls") == "3");

    session->run("insert into schema_migrations values (9999, '9999_breaking_of_next_version', 0)");
    const auto [refused, sentence] = support::run_server(alone, {});
    BOOST_TEST(refused == 1);
    BOOST_TEST(contains(sentence, "was created by a later version of this program; start that version"), sentence);
}

BOOST_AUTO_TEST_SUITE_END()
