// Budgets of tenants: servers of a database never spend more than a budget, as the provider counts it, and refuse
// nothing while it lasts.
#include "e2e/job_client.hpp"
#include "e2e/monitored_server.hpp"
#include "e2e/sensitive_request.hpp"
#include "e2e/test_server.hpp"

#include "core/database/test_database.hpp"

#include "support/postgres.hpp"
#include "support/provider_stub.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <cmath>
#include <csignal>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace verbatim;
using namespace verbatim::e2e;
using support::raw_response;
using support::stub_response;
namespace json = boost::json;

namespace {

/// A provider whose attempts cost a cent each: 10 tokens of output, of at most 20.
struct paid_provider
{
    support::provider_stub       provider;
    support::temporary_directory files;

    static stub_response answer() { return stub_response::chat(sensitive_finding, 0, 10, "stub-model"); }

    paid_provider() { provider.respond_by_default(answer()); }

    support::server_process::environment settings(const std::string&                   limits,
                                                  support::server_process::environment extra = {}) const
    {
        extra.insert({{"LIMITS_FILE", files.file("limits.toml", limits)},
                      {"MODEL_PRICES_PATH",
                       files.file("prices.yaml", "models:\n  openai/stub-model:\n    input_usd_per_million: 0\n"
                                                 "    output_usd_per_million: 1000\n")},
                      {"LLM_PRICE_UNKNOWN", "stop"},
                      {"LLM_MAX_OUTPUT_TOKENS", "20"}});
        return provider_settings(provider, std::move(extra));
    }

    /// What the provider charges, in cents.
    std::size_t book() const { return provider.requests().size(); }
};

raw_response detect(test_server& server, const std::string& api_key = key)
{
    return server.post(sensitive_path, sensitive_request, api_key);
}

/// Runs `deaths` servers, one after the other. Each answers some calls, and is killed with others in flight.
void kill_servers(const support::server_process::environment& settings, paid_provider& paid, int deaths, int answered,
                  int in_flight)
{
    for (int n = 0; n != deaths; ++n)
    {
        test_server server{settings};
        for (int call = 0; call != answered; ++call) BOOST_TEST(detect(server).status == 200);
        std::vector<std::unique_ptr<support::raw_client>> clients;
        for (int call = 0; call != in_flight; ++call)
        {
            paid.provider.enqueue(paid_provider::answer().after_release());
            clients.push_back(std::make_unique<support::raw_client>(server.process.port()));
            BOOST_TEST(clients.back()->send(raw_post(sensitive_path, sensitive_request)));
        }
        paid.provider.wait_for_requests(static_cast<std::size_t>((n + 1) * (answered + in_flight)));
        server.process.kill();
    }
}

json::object budget_of(test_server& server, const char* period = "budget_per_day")
{
    return json::parse(send(server, "GET", "/v1/limits").body).at(period).as_object();
}

double number(const json::object& object, std::string_view member) { return object.at(member).to_number<double>(); }

/// A database of several servers, one after the other.
class budget_database
{
public:
    explicit budget_database(core::database::dialect dialect)
        : storage_{dialect}
    {}

    support::server_process::environment settings() const
    {
        const auto& connection = storage_.connection();
        return {{"DB_URL", connection.url.reveal().empty() ? "sqlite:///" + connection.file.string()
                                                           : std::string{connection.url.reveal()}}};
    }

    std::string value(const std::string& query) const { return storage_.value(query); }

    void run(const std::string& sql) const { core::database::open(storage_.connection())->run(sql); }

    /// As if the servers of all leases had been dead for long.
    void end_leases() const { run("update budget_leases set renewed_at = 0"); }

private:
    core::database::testing::test_database storage_;
};

/// Whether the amounts are equal to a millionth.
bool is(double amount, double expected) { return std::abs(amount - expected) < 1e-6; }

} // namespace

BOOST_AUTO_TEST_SUITE(budgets)

BOOST_AUTO_TEST_CASE(a_budget_is_spent_to_its_end_and_outlives_a_restart)
{
    paid_provider                      provider;
    const support::temporary_directory state;
    const auto settings = provider.settings("[tenant-a]\nbudget_usd_per_day = 0.05\n", {{"STATE_DIR", state.path()}});
    {
        test_server server{settings};
        // An attempt reserves two cents and costs one.
        for (int n = 0; n != 3; ++n) BOOST_TEST(detect(server).status == 200);
        const auto budget = budget_of(server);
        BOOST_TEST(is(number(budget, "limit_usd"), 0.05));
        BOOST_TEST(is(number(budget, "used_usd"), 0.03));
        BOOST_TEST(server.process.stop() == 0);
    }
    test_server server{settings};
    BOOST_TEST(detect(server).status == 200);

    const auto refused = detect(server);

    BOOST_TEST(refused.status == 429);
    BOOST_TEST(code_of(refused) == "tenant_limit_exceeded");
    BOOST_TEST(text(error_of(refused), "message") == "The tenant has reached its limit: budget_usd_per_day");
    BOOST_TEST(std::stoi(refused.field("retry-after")) <= 86'400);
    BOOST_TEST(provider.book() == 4);
    BOOST_TEST(detect(server, superuser_key).status == 200); // another tenant
    BOOST_TEST(is(number(budget_of(server), "used_usd"), 0.04));
    until("the rest of the last reservation is returned",
          [&] { return is(number(budget_of(server), "left_usd"), 0.01); });
    BOOST_TEST(budget_of(server).at("resets_at").as_string().ends_with("T00:00:00Z"));
}

BOOST_AUTO_TEST_CASE(the_budget_of_a_month_limits_all_its_days)
{
    paid_provider provider;
    test_server   server{provider.settings("[\"*\"]\nbudget_usd_per_month = 0.02\n")};
    BOOST_TEST(detect(server).status == 200);

    const auto refused = detect(server);

    BOOST_TEST(text(error_of(refused), "message") == "The tenant has reached its limit: budget_usd_per_month");
    BOOST_TEST(is(number(budget_of(server, "budget_per_month"), "used_usd"), 0.01));
}

BOOST_AUTO_TEST_CASE(an_attempt_without_a_response_counts_in_full)
{
    paid_provider provider;
    provider.provider.enqueue(paid_provider::answer().after_release());
    test_server         server{provider.settings("[\"*\"]\nbudget_usd_per_day = 1\n")};
    support::raw_client client{server.process.port()};
    BOOST_TEST(client.send(raw_post(sensitive_path, sensitive_request)));
    provider.provider.wait_for_requests(1);

    client.close();

    until("the attempt is settled", [&] { return is(number(budget_of(server), "used_usd"), 0.02); });
    provider.provider.release();
}

BOOST_AUTO_TEST_CASE(refused_and_unreachable_attempts_are_free)
{
    paid_provider provider;
    provider.provider.respond_by_default(stub_response::error(400));
    test_server server{provider.settings("[\"*\"]\nbudget_usd_per_day = 1\n")};

    BOOST_TEST(detect(server).status == 502);

    BOOST_TEST(is(number(budget_of(server), "used_usd"), 0));
}

BOOST_AUTO_TEST_CASE(a_job_over_the_budget_fails)
{
    paid_provider provider;
    test_server   server{provider.settings("[\"*\"]\nbudget_usd_per_day = 0.01\n")};
    const auto    job = accepted(post(server, sensitive_path, sensitive_request));

    const auto ended  = await_end(server, job.path);
    const auto result = send(server, "GET", job.path + "/result");

    BOOST_TEST(text(ended, "status") == "failed");
    BOOST_TEST(result.status == 429);
    BOOST_TEST(code_of(result) == "tenant_limit_exceeded");
    BOOST_TEST(provider.book() == 0U);
}

BOOST_AUTO_TEST_CASE(models_without_a_price_allow_no_budget)
{
    const paid_provider                provider;
    const support::temporary_directory folder;
    auto                               settings = default_settings(folder);
    for (const auto& [name, value] : provider.settings("[a]\nbudget_usd_per_day = 1\n")) settings[name] = value;
    settings["LLM_PRICE_UNKNOWN"] = "allow";

    const auto [status, output] = support::run_server(settings, {"--check"});

    BOOST_TEST(status == 1);
    BOOST_TEST(contains(output, "LLM_PRICE_UNKNOWN: is allow, but LIMITS_FILE has a budget"), output);
}

BOOST_AUTO_TEST_CASE(two_servers_share_a_budget_and_the_death_of_one_exceeds_nothing)
{
    constexpr int                    callers   = 24;
    constexpr std::size_t            cents     = 200;
    constexpr std::size_t            tolerance = cents / 20; // five percent
    const support::postgres_database database;
    paid_provider                    provider;
    const auto  settings = provider.settings("[\"*\"]\nbudget_usd_per_day = 2\n", {{"DB_URL", database.url()}});
    auto        dying    = std::make_unique<test_server>(settings);
    test_server living{settings};
    const auto  ports = {dying->process.port(), living.process.port()};

    std::atomic<std::size_t> book_at_refusal = cents;
    std::vector<std::thread> threads;
    for (int caller = 0; caller != callers; ++caller)
        threads.emplace_back([&, port = *(ports.begin() + caller % 2)] {
            for (;;)
            {
                raw_response response;
                try
                {
                    response = support::send_request(port, "POST", sensitive_path, sensitive_request,
                                                     {{"Authorization", std::string{"Bearer "} + key}});
                }
                catch (const std::exception&) // the server is dead
                {
                    return;
                }
                if (response.status == 200) continue;
                if (response.status != 429) return;
                const auto book = provider.book();
                for (auto earliest = book_at_refusal.load();
                     book < earliest && !book_at_refusal.compare_exchange_weak(earliest, book);)
                {}
                return;
            }
        });
    provider.provider.wait_for_requests(cents / 2);
    dying->process.kill();
    for (auto& thread : threads) thread.join();

    // The provider also charged for the attempts that the dead server had in flight: a cent each. They reserved two,
    // and the server had a block of two besides, until its lease ended.
    constexpr std::size_t in_flight = callers / 2;
    BOOST_TEST(provider.book() <= cents + in_flight);
    BOOST_TEST(provider.book() + 2 >= cents);
    BOOST_TEST(book_at_refusal + 2 * in_flight + 2 + tolerance >= cents);
    BOOST_TEST(number(budget_of(living), "left_usd") < 0.02);
}

BOOST_DATA_TEST_CASE(crashes_cost_a_budget_what_was_spent, core::database::testing::both_databases, dialect)
{
    constexpr int         deaths = 5, answered = 3, in_flight = 2;
    const budget_database database{dialect};
    paid_provider         provider;
    auto                  settings = provider.settings("[\"*\"]\nbudget_usd_per_month = 10\n", database.settings());
    const support::temporary_directory state; // its outbox has the rows for which PostgreSQL was too slow
    settings["STATE_DIR"] = state.path();
    kill_servers(settings, provider, deaths, answered, in_flight);

    test_server server{settings};
    until("all rows are in the database",
          [&] { return database.value("select count(*) from llm_calls") == std::to_string(deaths * answered); });
    const auto before = budget_of(server, "budget_per_month");
    BOOST_TEST(number(before, "used_usd") <= 0.01 * deaths * answered + 1e-6);
    database.end_leases();

    const auto budget = budget_of(server, "budget_per_month");
    BOOST_TEST(number(budget, "used_usd") == 0.01 * deaths * answered, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(number(budget, "reserved_usd") == 0);
    BOOST_TEST(number(budget, "used_usd") == std::stod(database.value("select sum(cost_usd) from llm_calls")),
               boost::test_tools::tolerance(1e-9));
    BOOST_TEST(detect(server).status == 200);
}

BOOST_DATA_TEST_CASE(late_rows_of_a_dead_server_count_once, core::database::testing::both_databases, dialect)
{
    const budget_database database{dialect};
    paid_provider         provider;
    const auto            settings = provider.settings("[\"*\"]\nbudget_usd_per_day = 1\n", database.settings());
    {
        test_server server{settings};
        BOOST_TEST(detect(server).status == 200);
        server.process.kill();
    }
    database.end_leases();
    test_server server{settings};
    BOOST_TEST(number(budget_of(server), "used_usd") == 0.01, boost::test_tools::tolerance(1e-9));

    // A row of the dead server that it could not store.
    const auto server_id = database.value("select server_id from llm_calls");
    const auto day       = database.value("select cast(max(day) as text) from tenant_costs");
    const auto log       = provider.files.file(
              "server.log",
              R"({"event":"usage_row_lost","reason":"full","attempt_id":"11111111-1111-4111-8111-111111111111",)"
                    R"("tenant_id":"tenant-a","operation":"analyze","call_id":"22222222-2222-4222-8222-222222222222",)"
                    R"("timestamp":")" +
                  day +
                  R"(T00:00:01Z","call_duration_ms":1,"model":"m","input_tokens":1,"output_tokens":1,"cost_usd":0.02,)"
                        R"("status":"ok","error_class":"","cached_tokens":0,"priced":true,"cause":"","server_id":")" +
                  server_id + R"(","key_id":""})" + "\n");
    const support::temporary_directory folder;
    auto                               importing = default_settings(folder);
    for (const auto& [name, value] : settings) importing[name] = value;
    for (int n = 0; n != 2; ++n) BOOST_TEST(support::run_server(importing, {"--import-rows", log.string()}).first == 0);

    BOOST_TEST(number(budget_of(server), "used_usd") == 0.03, boost::test_tools::tolerance(1e-9));
}

BOOST_DATA_TEST_CASE(a_budget_that_a_reload_adds_counts_what_was_spent_before, core::database::testing::both_databases,
                     dialect)
{
    const budget_database database{dialect};
    paid_provider         provider;
    test_server           server{provider.settings("[other]\nbudget_usd_per_day = 1\n", database.settings())};
    for (int n = 0; n != 3; ++n) BOOST_TEST(detect(server).status == 200);
    BOOST_TEST(!json::parse(send(server, "GET", "/v1/limits").body).at("budget_per_day").is_object());

    provider.files.file("limits.toml", "[tenant-a]\nbudget_usd_per_day = 0.05\n");
    server.process.signal(SIGHUP);
    until("the budget applies",
          [&] { return json::parse(send(server, "GET", "/v1/limits").body).at("budget_per_day").is_object(); });

    BOOST_TEST(is(number(budget_of(server), "used_usd"), 0.03));
    BOOST_TEST(detect(server).status == 200);
    BOOST_TEST(detect(server).status == 429); // an attempt reserves two cents
    BOOST_TEST(is(number(budget_of(server), "used_usd"), 0.04));
}

BOOST_AUTO_TEST_CASE(a_restart_of_the_database_fails_no_call_that_begins_after_it)
{
    constexpr int                    restarts = 3, calls = 10;
    support::postgres_server         postgres;
    const support::postgres_database database{postgres};
    paid_provider                    provider;
    // Each attempt needs the database: it reserves two cents, and a lease has one in advance.
    monitored_server monitored{provider.settings("[\"*\"]\nbudget_usd_per_day = 1\n", {{"DB_URL", database.url()}})};
    auto&            server = *monitored.server;
    for (int n = 0; n != restarts; ++n)
    {
        postgres.kill();
        support::raw_client waiting{server.process.port()};
        BOOST_TEST(waiting.send(raw_post(sensitive_path, sensitive_request)));
        monitored.await("verbatim_budgets_unavailable", 1);
        postgres.start();

        for (int call = 0; call != calls; ++call) BOOST_TEST(detect(server).status == 200);
    }
}

BOOST_DATA_TEST_CASE(with_intentions_no_charged_attempt_is_without_a_row, core::database::testing::both_databases,
                     dialect)
{
    constexpr int         deaths = 3, answered = 2, in_flight = 2;
    const budget_database database{dialect};
    paid_provider         provider;
    auto                  settings = provider.settings("", database.settings());
    settings["USAGE_INTENT"]       = "true";
    kill_servers(settings, provider, deaths, answered, in_flight);

    BOOST_TEST(database.value("select count(*) from llm_calls") == std::to_string(provider.book()));
    BOOST_TEST(database.value("select count(*) from llm_calls where error_class = 'unfinished' and not priced") ==
               std::to_string(deaths * in_flight));
    test_server server{settings};
    const auto  report = json::parse(send(server, "GET", "/v1/usage").body).as_object();
    const auto& calls  = report.at("llm_call_stats").as_object();
    BOOST_TEST(calls.at("total_calls").to_number<int>() == deaths * (answered + in_flight));
    BOOST_TEST(calls.at("failed_calls").to_number<int>() == deaths * in_flight);
    BOOST_TEST(calls.at("unpriced_calls").to_number<int>() == deaths * in_flight);
    BOOST_TEST(is(number(calls, "total_cost_usd"), 0.01 * deaths * answered));

    const std::string time  = dialect == core::database::dialect::sqlite
                                  ? "strftime('%Y-%m', min(timestamp) / 1000000, 'unixepoch')"
                                  : "to_char(min(timestamp) at time zone 'UTC', 'YYYY-MM')";
    const auto        month = database.value("select " + time + " from llm_calls");
    const auto bill   = json::parse(send(server, "GET", "/v1/bills?month=" + month, superuser_key).body).as_object();
    int        billed = 0, unfinished = 0;
    for (const auto& line : bill.at("lines").as_array())
    {
        billed += line.at("total_calls").to_number<int>();
        unfinished += line.at("unfinished_calls").to_number<int>();
    }
    BOOST_TEST(billed == deaths * answered);
    BOOST_TEST(unfinished == deaths * in_flight);
    BOOST_TEST(is(number(bill, "total_cost_usd"), 0.01 * deaths * answered));
}

BOOST_DATA_TEST_CASE(a_call_whose_intention_nothing_stores_is_not_sent, core::database::testing::both_databases,
                     dialect)
{
    const budget_database database{dialect};
    paid_provider         provider;
    auto                  settings = provider.settings("", database.settings());
    settings["USAGE_INTENT"]       = "true";
    test_server server{settings};
    BOOST_TEST(detect(server).status == 200);
    database.run("alter table llm_calls rename to elsewhere");

    const auto response = detect(server);

    // With PostgreSQL the outbox stores it.
    const bool is_stored = dialect == core::database::dialect::postgresql;
    BOOST_TEST(response.status == (is_stored ? 200 : 503));
    if (!is_stored) BOOST_TEST(code_of(response) == "usage_backend_unavailable");
    BOOST_TEST(provider.book() == (is_stored ? 2 : 1));
    database.run("alter table elsewhere rename to llm_calls");
    BOOST_TEST(detect(server).status == 200);
    until("all rows are in the database", [&] {
        return database.value("select count(*) from llm_calls where error_class is null") ==
               std::to_string(provider.book());
    });
    BOOST_TEST(database.value("select count(*) from llm_calls where error_class = 'unfinished'") == "0");
}

BOOST_AUTO_TEST_SUITE_END()
