#include "e2e/monitored_server.hpp"
#include "e2e/test_server.hpp"

#include "support/postgres.hpp"
#include "support/provider_stub.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <csignal>
#include <cstdlib>
#include <fstream>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

using environment = support::server_process::environment;

constexpr const char* record    = R"({"feedback_record": {"id": "r", "content": "The pump is broken again."}})";
constexpr const char* completed = R"({"sensitivity_types": [], "explanation": ""})";
constexpr const char* good_prices =
    "models: {openai/stub-model: {input_usd_per_million: 2, output_usd_per_million: 10}}\n";

void change(const std::filesystem::path& database, const std::string& sql)
{
    const auto command = "sqlite3 '" + database.string() + "' \"" + sql + "\"";
    BOOST_REQUIRE(std::system(command.c_str()) == 0);
}

/// A state folder, and the settings of a server with three models that have no price.
struct unpriced_fixture
{
    support::temporary_directory folder;
    environment                  settings = with_models();

    environment with_models() const
    {
        auto values = default_settings(folder);
        values.insert({{"LLM_MODEL", "azure/our-deployment"},
                       {"LLM_API_BASE", "https://example.openai.azure.com"},
                       {"LLM_API_VERSION", "2024-10-21"},
                       {"LLM_API_KEY", "k"},
                       {"JUDGE_LLM_MODEL", "azure/our-judge"},
                       {"EMBEDDING_MODEL", "azure/our-embedder"}});
        return values;
    }
};

/// A stub provider and a price file.
struct priced_fixture
{
    support::provider_stub       provider;
    support::temporary_directory folder;
    std::filesystem::path        prices = folder.file("prices.yaml", good_prices);

    priced_fixture() { provider.respond_by_default(stub_response::chat(completed, 1'000, 100)); }

    environment settings() const
    {
        return provider_settings(provider, {{"MODEL_PRICES_PATH", prices}, {"LLM_PRICE_UNKNOWN", "stop"}});
    }

    void write(const std::string& text) const { std::ofstream{prices, std::ios::trunc} << text; }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(unpriced_models, unpriced_fixture)

BOOST_AUTO_TEST_CASE(every_model_without_a_price_stops_the_start_and_is_reported_by_check)
{
    for (const auto& arguments : {std::vector<std::string>{}, std::vector<std::string>{"--check"}})
    {
        const auto [code, output] = support::run_server(settings, arguments);
        BOOST_TEST(code == 1);
        for (const auto* name : {"LLM_MODEL", "JUDGE_LLM_MODEL", "EMBEDDING_MODEL"})
            BOOST_TEST(contains(output, std::string{"verbatimd: "} + name +
                                            ": names a model without a price; add its price to the file of "
                                            "MODEL_PRICES_PATH, or set LLM_PRICE_UNKNOWN to allow\n"),
                       output);
        if (!arguments.empty()) BOOST_TEST(!contains(output, "our-"), output); // the start logs the settings first
    }
}

BOOST_AUTO_TEST_CASE(prices_of_the_file_or_a_setting_allow_the_start)
{
    settings["LLM_PRICE_UNKNOWN"] = "allow";
    BOOST_TEST(support::run_server(settings, {"--check"}).second == "configuration OK\n");

    settings["LLM_PRICE_UNKNOWN"] = "stop";
    settings["MODEL_PRICES_PATH"] =
        folder
            .file("prices.yaml",
                  "models:\n  azure/our-deployment: &price {input_usd_per_million: 1, "
                  "output_usd_per_million: 2}\n  azure/our-judge: *price\n  azure/our-embedder: *price\n")
            .string();
    BOOST_TEST(support::run_server(settings, {"--check"}).second == "configuration OK\n");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(prices, priced_fixture)

BOOST_AUTO_TEST_CASE(calls_without_a_price_are_counted_and_reported_as_unpriced)
{
    monitored_server monitored{provider_settings(provider)};
    BOOST_REQUIRE(monitored.server->post("/v1/detect-sensitive", record).status == 200);

    const auto report =
        json::parse(monitored.server->get("/v1/usage", {{"Authorization", std::string{"Bearer "} + key}}).body);
    BOOST_TEST(report.at("unpriced_calls").as_int64() == 1);
    BOOST_TEST(report.at("llm_call_stats").at("unpriced_calls").as_int64() == 1);
    BOOST_TEST(report.at("total_cost_usd").as_double() == 0.0);
    BOOST_TEST(monitored.metrics().value(
                   R"(verbatim_unpriced_calls_total{connection="main",model="openai/stub-model"})") == 1);
    BOOST_TEST(monitored.server->query("select priced, cost_micro_usd from llm_calls").at(0) == "0|0");
}

BOOST_AUTO_TEST_CASE(a_wrong_price_file_is_reported_at_check_start_and_reload)
{
    const std::string problem =
        ", line 1: openai/stub-model: output_usd_per_million is not a price; use a number of at "
        "least 0, in US dollars";
    const std::string wrong_prices =
        "models: {openai/stub-model: {input_usd_per_million: 2, output_usd_per_million: -4242}}\nversion: 1\n";

    test_server server{settings()};
    BOOST_REQUIRE(server.post("/v1/detect-sensitive", record).status == 200);
    write(wrong_prices);
    server.process.signal(SIGHUP);
    server.process.wait_for_output(R"("event":"settings_reloaded","problems":2)");
    BOOST_REQUIRE(server.post("/v1/detect-sensitive", record).status == 200);
    write("models: {}\n");
    server.process.signal(SIGHUP);
    server.process.wait_for_output(R"("setting":"LLM_MODEL","problem":"names a model without a price)");
    BOOST_REQUIRE(server.post("/v1/detect-sensitive", record).status == 200);
    BOOST_TEST(server.process.stop() == 0);

    BOOST_TEST(
        contains(server.process.output(), R"("setting":"MODEL_PRICES_PATH","problem":")" + prices.string() + problem),
        server.process.output());
    BOOST_TEST(!contains(server.process.output(), "4242"));
    for (const auto& cost : server.query("select cost_micro_usd from llm_calls")) BOOST_TEST(cost == "3000");

    write(wrong_prices);
    auto values = default_settings(folder);
    values.merge(settings());
    for (const auto& arguments : {std::vector<std::string>{}, std::vector<std::string>{"--check"}})
    {
        const auto [code, output] = support::run_server(values, arguments);
        BOOST_TEST(code == 1);
        BOOST_TEST(contains(output, "MODEL_PRICES_PATH: " + prices.string() + problem), output);
        BOOST_TEST(contains(output, "line 2: version is an unknown key; remove it"), output);
        BOOST_TEST(!contains(output, "4242"), output);
    }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(fail_closed)

BOOST_DATA_TEST_CASE(a_result_whose_rows_nothing_accepts_is_replaced_if_so_set,
                     boost::unit_test::data::make({false, true}), is_closed)
{
    test_server server{{{"USAGE_FAIL_CLOSED", is_closed ? "true" : "false"}}};
    BOOST_REQUIRE(server.post("/v1/detect-sensitive", record).status == 200);
    change(server.folder.path() / "verbatim.db", "alter table llm_calls rename to elsewhere");

    const auto response = server.post("/v1/detect-sensitive", record);

    BOOST_TEST(response.status == (is_closed ? 503 : 200));
    if (is_closed) BOOST_TEST(code_of(response) == "usage_backend_unavailable");
    if (is_closed) BOOST_TEST(response.field("retry-after") == "30");
    BOOST_TEST(server.process.stop() == 0);
    const auto log = server.process.output();
    BOOST_TEST(contains(log, R"("event":"usage_row_lost","reason":"other",)"), log);
    BOOST_TEST(contains(log, R"("tenant_id":"tenant-a","operation":"detect_sensitive")"), log);
    BOOST_TEST(contains(log, R"("model":"local/extractive")"), log);
    BOOST_TEST(contains(log, R"("note":"usage rows not stored")") == is_closed, log);
}

BOOST_AUTO_TEST_CASE(lost_rows_come_back_from_the_log)
{
    const support::temporary_directory folder;
    auto                               settings = default_settings(folder);
    const auto                         database = folder.path() / "verbatim.db";
    std::string                        log;
    {
        test_server server{settings};
        BOOST_REQUIRE(server.post("/v1/detect-sensitive", record).status == 200);
        change(database, "create table before as select * from llm_calls; alter table llm_calls rename to elsewhere");
        BOOST_REQUIRE(server.post("/v1/detect-sensitive", record).status == 200);
        BOOST_TEST(server.process.stop() == 0);
        log = server.process.output();
        change(database, "alter table elsewhere rename to llm_calls");
    }
    const auto file = folder.file("server.log", log);

    for (int n = 0; n != 2; ++n)
    {
        const auto [code, output] = support::run_server(settings, {"--import-rows", file});
        BOOST_TEST(code == 0, output);
        BOOST_TEST(output == "1 usage rows are in the database\n");
    }
    BOOST_TEST(query(folder, "select count(*), count(distinct call_id) from llm_calls").at(0) == "2|2");
    BOOST_TEST(query(folder, "select count(*) from (select tenant_id, operation, model, status from llm_calls "
                             "except select tenant_id, operation, model, status from before)")
                   .at(0) == "0");

    const auto [code, output] = support::run_server(settings, {"--import-rows", folder.path() / "nowhere"});
    BOOST_TEST(code == 1);
    BOOST_TEST(output == "verbatimd: --import-rows: the file cannot be read (io)\n");
}

BOOST_AUTO_TEST_CASE(an_outbox_that_accepts_the_rows_suffices)
{
    const support::postgres_database database;
    test_server                      server{{{"USAGE_FAIL_CLOSED", "true"}, {"DB_URL", database.url()}}};
    BOOST_REQUIRE(server.post("/v1/detect-sensitive", record).status == 200);
    database.query("alter table llm_calls rename to elsewhere");
    BOOST_TEST(server.post("/v1/detect-sensitive", record).status == 200);

    // A table that is absent would count as a damaged file, which is replaced.
    change(server.folder.path() / "outbox.db",
           "create trigger refuse before insert on rows begin select raise(abort, 'refused'); end");
    BOOST_TEST(server.post("/v1/detect-sensitive", record).status == 503);
    BOOST_TEST(server.get("/v1/health").status == 200);
    server.process.stop();
    BOOST_TEST(contains(server.process.output(), "usage_row_lost"));
}

BOOST_AUTO_TEST_SUITE_END()
