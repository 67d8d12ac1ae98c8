#include "e2e/job_client.hpp"
#include "e2e/test_server.hpp"

#include "support/postgres.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdio>
#include <memory>

using namespace verbatim;
using namespace verbatim::e2e;
namespace json = boost::json;

namespace {

const std::string detection = R"({"feedback_record": {"id": "r", "content": "The bread was fine."}})";

int report_status(test_server& server)
{
    return server.get("/v1/usage", {{"Authorization", std::string{"Bearer "} + superuser_key}}).status;
}

/// Two servers behind PgBouncer in transaction mode, with jobs in the database.
struct pooled_servers
{
    support::postgres_database   database;
    support::pgbouncer           pooler{database};
    std::unique_ptr<test_server> first  = start();
    std::unique_ptr<test_server> second = start();

    std::unique_ptr<test_server> start() const
    {
        return std::make_unique<test_server>(
            stored_jobs_settings({{"DB_URL", pooler.url()}, {"DB_DIRECT_URL", database.url()}}));
    }

    /// Stops a server, and checks that it never missed its database.
    static void stop(test_server& server)
    {
        BOOST_TEST(server.process.stop() == 0);
        for (const auto* event : {"database_unavailable", "jobs_unavailable", "stored_keys_unavailable",
                                  "usage_reports_unavailable", "usage_row_lost", "unexpected_error"})
            BOOST_TEST(!contains(server.process.output(), event), event);
    }
};

/// A primary that a standby follows, and a server that reads reports from the standby.
struct replicated_fixture
{
    support::postgres_server   primary;
    support::postgres_database database{primary};
    support::postgres_server   standby{support::postgres_server::standby_of{primary}};

    /// Otherwise dropping the database would wait for the standby.
    ~replicated_fixture() { primary.kill(); }

    std::string with_hosts(const std::string& hosts) const
    {
        return replaced(database.url(), primary.folder().string(), hosts);
    }

    /// The first value of a query on the standby.
    std::string query_standby(const std::string& sql) const
    {
        const auto  command = "psql -X -At -c \"" + sql + "\" '" + with_hosts(standby.folder().string()) + "'";
        std::string value(64, '\0');
        auto* const output = ::popen(command.c_str(), "r");
        BOOST_REQUIRE(output != nullptr);
        value.resize(std::fread(value.data(), 1, value.size(), output));
        BOOST_REQUIRE(::pclose(output) == 0);
        return value.substr(0, value.find('\n'));
    }

    /// After the first call, whose row both have.
    std::unique_ptr<test_server> start(const std::string& read_url) const
    {
        // Until the standby has the tables, reports return 503.
        database.query("alter system set synchronous_commit = remote_apply");
        database.query("select pg_reload_conf()");
        auto server = std::make_unique<test_server>(
            support::server_process::environment{{"DB_URL", database.url()}, {"DB_READ_URL", read_url}});
        BOOST_TEST(server->post("/v1/detect-sensitive", detection).status == 200);
        until("the row is not written", [&] { return database.query("select 1 from llm_calls").size() == 1; });
        BOOST_TEST(report_status(*server) == 200);
        return server;
    }
};

} // namespace

BOOST_AUTO_TEST_SUITE(pooled_database)

BOOST_FIXTURE_TEST_CASE(rows_and_reports_pass_through_the_pooler, pooled_servers)
{
    for (int n = 0; n < 10; ++n)
        for (auto* server : {first.get(), second.get()})
            BOOST_TEST(server->post("/v1/detect-sensitive", detection).status == 200);
    BOOST_TEST(report_status(*first) == 200);
    stop(*first);
    stop(*second);
    BOOST_TEST(database.query("select count(*), count(distinct attempt_id) from llm_calls").at(0) == "20|20");
}

BOOST_FIXTURE_TEST_CASE(a_new_key_reaches_the_other_server, pooled_servers)
{
    const auto created = first->post("/v1/auth/keys", R"({"key_name": "crm", "tenant_id": "new"})", superuser_key);
    BOOST_REQUIRE(created.status == 201);
    const auto new_key = json::value_to<std::string>(json::parse(created.body).at("api_key"));
    until("the key is not known",
          [&] { return second->post("/v1/detect-sensitive", detection, new_key).status == 200; });
    stop(*first);
    stop(*second);
}

BOOST_FIXTURE_TEST_CASE(jobs_and_idempotency_keys_are_shared, pooled_servers)
{
    constexpr auto analyze = "/v1/analyze-bulk";
    for (int n = 0; n < 4; ++n)
    {
        const auto job = accepted(post(n % 2 == 0 ? *first : *second, analyze, analysis_request("The queue is long.")));
        auto&      reader = n % 2 == 0 ? *second : *first;
        BOOST_TEST(text(await_end(reader, job.path), "status") == "succeeded");
        BOOST_TEST(send(reader, "GET", job.path + "/result").status == 200);
    }
    const fields once{{"Idempotency-Key", "k-1"}};
    const auto   answer = post(*first, analyze, analysis_request("The well is dry."), once);
    const auto   again  = post(*second, analyze, analysis_request("The well is dry."), once);
    BOOST_TEST(answer.status == 200);
    BOOST_TEST(again.body == answer.body);
    stop(*first);
    stop(*second);
}

BOOST_AUTO_TEST_CASE(the_check_examines_the_pooler_the_database_and_the_replica)
{
    const support::postgres_database   database;
    const support::pgbouncer           pooler{database};
    const support::temporary_directory folder;
    auto                               settings = default_settings(folder);
    settings["DB_URL"]                          = database.url();
    BOOST_REQUIRE(support::run_server(settings, {"--migrate"}).first == 0);

    settings["DB_URL"]       = pooler.url();
    const auto [unset, hint] = support::run_server(settings, {"--check", "--connect"});
    BOOST_TEST(unset == 0, hint);
    BOOST_TEST(contains(hint, "DB_URL: a connection pooler answers; set DB_DIRECT_URL unless it pools sessions\n"),
               hint);

    settings["DB_DIRECT_URL"] = database.url();
    settings["DB_READ_URL"]   = database.url();
    const auto [good, output] = support::run_server(settings, {"--check", "--connect"});
    BOOST_TEST(good == 0, output);
    BOOST_TEST(contains(output, "DB_DIRECT_URL: reached, without a pooler\n"), output);
    BOOST_TEST(contains(output, "DB_READ_URL: reached, and its user may read usage\n"), output);

    settings["DB_DIRECT_URL"]  = pooler.url();
    settings["DB_READ_URL"]    = "postgresql://me:canary@127.0.0.1:1/usage";
    const auto [bad, problems] = support::run_server(settings, {"--check", "--connect"});
    BOOST_TEST(bad == 1);
    BOOST_TEST(contains(problems, "verbatimd: DB_DIRECT_URL: a connection pooler answers; name PostgreSQL itself\n"),
               problems);
    BOOST_TEST(contains(problems, "verbatimd: DB_READ_URL: the database cannot be used (unavailable); "), problems);
    BOOST_TEST(!contains(problems, "canary"));
}

BOOST_FIXTURE_TEST_CASE(reports_are_read_from_the_replica, replicated_fixture)
{
    const auto server = start(with_hosts(standby.folder().string()));
    standby.kill();
    database.query("alter system set synchronous_standby_names = ''");
    database.query("select pg_reload_conf()");
    BOOST_TEST(report_status(*server) == 503);
    BOOST_TEST(server->post("/v1/detect-sensitive", detection).status == 200);

    standby.start();
    until("reports do not return", [&] { return report_status(*server) == 200; });
    BOOST_TEST(server->process.stop() == 0);
    BOOST_TEST(contains(server->process.output(), "usage_reports_unavailable"));
    BOOST_TEST(!contains(server->process.output(), "database_unavailable"));
}

BOOST_FIXTURE_TEST_CASE(reports_lack_the_calls_that_the_replica_has_not_replayed, replicated_fixture)
{
    const auto server         = start(with_hosts(standby.folder().string()));
    const auto reported_calls = [&] {
        const auto response = server->get("/v1/usage?group_by=day", {{"Authorization", std::string{"Bearer "} + key}});
        BOOST_TEST(response.status == 200);
        const auto report = json::parse(response.body);
        BOOST_TEST(report.at("series").at(0).at("total_calls") == report.at("total_calls"));
        return report.at("total_calls").as_int64();
    };
    database.query("alter system set synchronous_standby_names = ''");
    database.query("select pg_reload_conf()");
    query_standby("select pg_wal_replay_pause()");
    until("the replay goes on", [&] { return query_standby("select pg_get_wal_replay_pause_state()") == "paused"; });
    BOOST_TEST(server->post("/v1/detect-sensitive", detection).status == 200);
    until("the row is not written", [&] { return database.query("select 1 from llm_calls").size() == 2; });
    BOOST_TEST(reported_calls() == 1);

    query_standby("select pg_wal_replay_resume()");
    until("the call is not reported", [&] { return reported_calls() == 2; });
    BOOST_TEST(server->process.stop() == 0);
    BOOST_TEST(!contains(server->process.output(), "usage_reports_unavailable"));
}

// docs/operations.md#reports-from-a-replica
BOOST_FIXTURE_TEST_CASE(with_two_hosts_reports_fall_back_to_the_primary, replicated_fixture)
{
    const auto server = start(with_hosts(standby.folder().string() + "," + primary.folder().string()) +
                              "&target_session_attrs=prefer-standby");
    standby.kill();
    BOOST_TEST(report_status(*server) == 200);
    BOOST_TEST(server->process.stop() == 0);
}

BOOST_AUTO_TEST_SUITE_END()
