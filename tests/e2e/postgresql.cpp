#include "e2e/test_server.hpp"

#include "support/postgres.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>

using namespace verbatim;
using namespace verbatim::e2e;

namespace {

std::string detection() { return R"({"feedback_record": {"id": "r-1", "content": "The bread was fine."}})"; }

std::size_t count(const std::string& text, const std::string& part)
{
    std::size_t n = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
}

} // namespace

BOOST_AUTO_TEST_SUITE(postgresql)

BOOST_AUTO_TEST_CASE(two_servers_can_start_on_a_new_database_at_once)
{
    const support::postgres_database database;
    // Starts both processes before waiting for either.
    const auto first  = std::make_unique<test_server>(support::server_process::environment{{"DB_URL", database.url()}});
    const auto second = std::make_unique<test_server>(support::server_process::environment{{"DB_URL", database.url()}});

    std::vector<std::thread> threads;
    std::atomic<unsigned>    successes = 0;
    for (test_server* server : {first.get(), second.get()})
    {
        server->process.port();
        for (unsigned caller = 0; caller < 2; ++caller)
            threads.emplace_back([&successes, server] {
                for (unsigned n = 0; n < 25; ++n)
                    successes += server->post("/v1/detect-sensitive", detection()).status == 200 ? 1U : 0U;
            });
    }
    for (auto& caller : threads) caller.join();
    BOOST_TEST(successes == 100U);
    BOOST_TEST(first->process.stop() == 0);
    BOOST_TEST(second->process.stop() == 0);

    BOOST_TEST(
        database.query("select count(*), count(distinct call_id), count(distinct attempt_id) from llm_calls").at(0) ==
        "100|100|100");
    const auto steps =
        database.query("select count(*), count(distinct number), max(number) from schema_migrations").at(0);
    const auto applied = steps.substr(0, steps.find('|'));
    BOOST_TEST(steps == applied + "|" + applied + "|" + applied);
}

BOOST_AUTO_TEST_CASE(migrate_is_repeatable_and_creates_no_folder)
{
    const support::postgres_database   database;
    const support::temporary_directory folder;
    const auto                         state    = folder.path() / "state"; // of another user
    auto                               settings = default_settings(folder);
    settings["DB_URL"]                          = database.url();
    settings["STATE_DIR"]                       = state.string();
    BOOST_TEST(support::run_server(settings, {"--migrate"}).first == 0);
    BOOST_TEST(database.query("select count(*) from llm_calls").at(0) == "0");
    BOOST_TEST(support::run_server(settings, {"--migrate"}).first == 0);
    BOOST_TEST(!std::filesystem::exists(state));
}

BOOST_AUTO_TEST_CASE(newer_database_stops_the_start)
{
    const support::postgres_database   database;
    const support::temporary_directory folder;
    auto                               settings = default_settings(folder);
    settings["DB_URL"]                          = database.url();
    BOOST_REQUIRE(support::run_server(settings, {"--migrate"}).first == 0);
    database.query("insert into schema_migrations values (9999, '9999_breaking_of_tomorrow', 0)");

    for (const auto& arguments : {std::vector<std::string>{}, std::vector<std::string>{"--migrate"}})
    {
        const auto [code, output] = support::run_server(settings, arguments);
        BOOST_TEST(code == 1);
        BOOST_TEST(output.find("later version of this program") != std::string::npos, output);
    }
}

BOOST_AUTO_TEST_CASE(without_a_database_migrating_fails_and_serving_works)
{
    const support::temporary_directory folder;
    auto                               settings = default_settings(folder);
    settings["DB_URL"]                          = "postgresql://user:s3cretpassword@127.0.0.1:1/nowhere";
    const auto [code, output]                   = support::run_server(settings, {"--migrate"});
    BOOST_TEST(code == 1);
    BOOST_TEST(output.find("cannot be used (unavailable)") != std::string::npos, output);

    test_server server{{{"DB_URL", "postgresql://user:s3cretpassword@127.0.0.1:1/nowhere"}}};
    BOOST_TEST(server.get("/v1/health").status == 200);
    for (unsigned n = 0; n < 5; ++n) BOOST_TEST(server.post("/v1/detect-sensitive", detection()).status == 200);
    BOOST_TEST(server.process.stop() == 0);

    const auto log = server.process.output();
    BOOST_TEST(log.find("database_ready") == std::string::npos);
    BOOST_TEST(log.find("s3cretpassword") == std::string::npos);
    BOOST_TEST(log.find("usage_row_lost") == std::string::npos);
    BOOST_TEST(count(log, "\"database_unavailable\"") >= 1U, log);
}

BOOST_AUTO_TEST_CASE(states_of_the_database_are_503_with_retry_after_until_they_end)
{
    const support::postgres_database database;
    test_server                      server{{{"DB_URL", database.url()}}};
    const auto                       add_key = [&](const std::string& name) {
        const auto body = R"({"tenant_id": "t", "key_name": ")" + name + "\"}";
        return server.post("/v1/auth/keys", body, superuser_key);
    };
    BOOST_TEST(add_key("first").status == 201);

    // Open connections are ended, because a setting of the database takes effect with new ones.
    const std::string end_connections = "select count(pg_terminate_backend(pid)) from pg_stat_activity "
                                        "where datname = current_database() and pid <> pg_backend_pid()";
    const auto        set             = [&](const std::string& change) {
        database.query("do $$ begin execute format('alter database %I " + change + "', current_database()); end $$");
        database.query(end_connections);
    };
    set("set default_transaction_read_only = on");
    for (int n = 0; n != 3; ++n)
    {
        const auto refused = add_key("second");
        BOOST_TEST(refused.status == 503);
        BOOST_TEST(code_of(refused) == "usage_backend_unavailable");
        BOOST_TEST(refused.field("retry-after") == "30");
    }
    BOOST_TEST(contains(server.process.output(), "database read_only"));

    database.query("begin read write; do $$ begin execute format('alter database %I reset "
                   "default_transaction_read_only', current_database()); end $$; commit");
    database.query(end_connections);
    until("no key can be added", [&] { return add_key("third").status == 201; });
}

BOOST_AUTO_TEST_CASE(refused_and_unavailable_databases_are_reported_differently)
{
    const support::postgres_database   database;
    const auto                         nowhere = database.url() + "&dbname=no_such_database";
    const support::temporary_directory folder;
    auto                               settings = default_settings(folder);
    settings["DB_URL"]                          = nowhere;
    const auto [code, output]                   = support::run_server(settings, {"--migrate"});
    BOOST_TEST(code == 1);
    BOOST_TEST(output.starts_with("verbatimd: DB_URL: the database cannot be used (refused); "), output);
    BOOST_TEST(output.find("no_such_database") == std::string::npos);

    test_server server{{{"DB_URL", nowhere}}};
    BOOST_TEST(server.post("/v1/detect-sensitive", detection()).status == 200);
    server.process.wait_for_output(R"("event":"database_unavailable","error_class":"refused")");
    BOOST_TEST(server.process.stop() == 0);
    BOOST_TEST(server.process.output().find("usage_row_lost") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(missing_permissions_are_reported)
{
    const support::postgres_database database;
    const auto                       name   = database.query("select current_database()").at(0);
    const auto                       socket = database.query("show unix_socket_directories").at(0);
    const auto                       user   = "poor_of_" + name;
    database.query("create role " + user + " login; revoke create on schema public from public");
    const support::temporary_directory folder;
    auto                               settings = default_settings(folder);
    settings["DB_HOST"]                         = socket;
    settings["DB_NAME"]                         = name;
    settings["DB_USER"]                         = user;
    const auto [code, output]                   = support::run_server(settings, {"--migrate"});
    database.query("drop owned by " + user + "; drop role " + user);
    BOOST_TEST(code == 1);
    BOOST_TEST(output.starts_with("verbatimd: DB_HOST: the database cannot be used (forbidden); "), output);
}

BOOST_AUTO_TEST_CASE(database_can_be_configured_by_host_name_and_user)
{
    const support::postgres_database database;
    const auto                       name   = database.query("select current_database()").at(0);
    const auto                       folder = database.query("show unix_socket_directories").at(0);
    test_server                      server{{{"DB_HOST", folder}, {"DB_NAME", name}, {"DB_USER", "postgres"}}};
    BOOST_TEST(server.post("/v1/detect-sensitive", detection()).status == 200);
    BOOST_TEST(server.process.stop() == 0);
    BOOST_TEST(database.query("select count(*) from llm_calls").at(0) == "1");
    BOOST_TEST(server.process.output().find("\"kind\":\"postgresql\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(unusable_outbox_stops_the_start)
{
    const support::postgres_database   database;
    const support::temporary_directory folder;
    std::filesystem::create_directory(folder.path() / "outbox.db");
    auto settings             = default_settings(folder);
    settings["DB_URL"]        = database.url();
    const auto [code, output] = support::run_server(settings, {});
    BOOST_TEST(code == 1);
    BOOST_TEST(output.find("STATE_DIR") != std::string::npos, output);
}

BOOST_AUTO_TEST_CASE(damaged_outbox_is_set_aside)
{
    const support::postgres_database   database;
    const support::temporary_directory folder;
    folder.file("outbox.db", std::string(5'000, 'x'));
    test_server server{{{"DB_URL", database.url()}, {"STATE_DIR", folder.path().native()}}};
    BOOST_TEST(server.post("/v1/detect-sensitive", detection()).status == 200);
    BOOST_TEST(server.process.stop() == 0);
    BOOST_TEST(server.process.output().find("\"outbox_damaged\"") != std::string::npos);
    BOOST_TEST(database.query("select count(*) from llm_calls").at(0) == "1");
}

BOOST_AUTO_TEST_SUITE_END()
