#include "e2e/monitored_server.hpp"
#include "e2e/test_server.hpp"

#include "support/provider_stub.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <csignal>
#include <fstream>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

using environment = support::server_process::environment;

constexpr const char* record    = R"({"feedback_record": {"id": "r", "content": "The pump is broken again."}})";
constexpr const char* completed = R"({"sensitivity_types": [], "explanation": ""})";

/// Two providers; the second one is the fallback of the first.
struct fallback_fixture
{
    support::provider_stub main;
    support::provider_stub second;

    fallback_fixture() { second.respond_by_default(stub_response::chat(completed, 1'000, 100, "second-reported")); }

    std::string fallbacks() const
    {
        const json::array list{{{"model", "openai/second-model"},
                                {"api_key", "second-secret"},
                                {"api_base", second.base() + "/v1"},
                                {"price", {{"input_usd_per_million", 0.25}, {"output_usd_per_million", 2}}}}};
        return json::serialize(list);
    }

    environment settings() const { return provider_settings(main, {{"LLM_FALLBACKS", fallbacks()}}); }
};

std::string series(const std::string& name, const std::string& labels) { return name + "{" + labels + "}"; }

} // namespace

BOOST_FIXTURE_TEST_SUITE(fallbacks, fallback_fixture)

BOOST_AUTO_TEST_CASE(row_metric_and_log_name_the_fallback_that_answered)
{
    main.respond_by_default(stub_response::error(401, "canary words of the provider"));
    monitored_server monitored{settings()};

    const auto response = monitored.server->post("/v1/detect-sensitive", record);

    BOOST_TEST(response.status == 200);
    BOOST_REQUIRE(second.requests().size() == 1U);
    BOOST_TEST(second.requests().front().headers.at("authorization") == "Bearer second-secret");
    BOOST_TEST(contains(second.requests().front().body, R"("model":"second-model")"));
    const std::vector<std::string> rows{"openai/stub-model|error|unauthorized|0", "second-reported|ok|-|450"};
    BOOST_TEST(monitored.server->query("select model, status, coalesce(cause, '-'), cost_micro_usd from llm_calls "
                                       "order by timestamp, status") == rows,
               boost::test_tools::per_element());

    const auto        metrics = monitored.metrics();
    const std::string main_labels{R"(connection="main",model="openai/stub-model")"};
    const std::string fallback_labels{R"(connection="main_fallback_1",model="openai/second-model")"};
    BOOST_TEST(metrics.value(series("verbatim_llm_attempts_total",
                                    main_labels + R"(,outcome="llm_error",cause="unauthorized")")) == 1);
    BOOST_TEST(metrics.value(series("verbatim_llm_attempts_total", fallback_labels + R"(,outcome="ok")")) == 1);
    BOOST_TEST(metrics.value(series("verbatim_llm_connection_state", main_labels)) == 0);
    BOOST_TEST(metrics.value("verbatim_llm_calls_refused_total") == 0);

    BOOST_TEST(monitored.server->process.stop() == 0);
    const auto log = monitored.server->process.output();
    BOOST_TEST(contains(log, R"("event":"model_ready","connection":"main_fallback_1","model":"openai/second-model")"),
               log);
    BOOST_TEST(contains(log, R"("connection":"main_fallback_1"})"), log);
    for (const auto* secret : {"canary", "second-secret"}) BOOST_TEST(!contains(log, secret), log);
}

BOOST_AUTO_TEST_CASE(a_refused_content_is_not_sent_to_the_fallback)
{
    main.respond_by_default(stub_response::error(400, "no", "content_filter"));
    test_server server{settings()};
    const auto  response = server.post("/v1/detect-sensitive", record);
    BOOST_TEST(response.status == 422);
    BOOST_TEST(code_of(response) == "content_policy_violation");
    BOOST_TEST(second.requests().empty());
}

BOOST_AUTO_TEST_CASE(calls_fail_at_once_while_every_connection_is_suspended)
{
    main.respond_by_default(stub_response::error(401));
    second.respond_by_default(stub_response::error(404));
    monitored_server monitored{settings()};
    auto&            server = *monitored.server;
    for (int n = 0; n != 10; ++n)
    {
        const auto response = server.post("/v1/detect-sensitive", record);
        BOOST_TEST(response.status == 502);
        BOOST_TEST(response.field("retry-after").empty());
    }

    const auto response = server.post("/v1/detect-sensitive", record);

    BOOST_TEST(response.status == 502);
    BOOST_TEST(code_of(response) == "llm_error");
    const auto wait = std::stoi("0" + response.field("retry-after"));
    BOOST_TEST((wait >= 1 && wait <= 5), response.field("retry-after"));
    BOOST_TEST(main.requests().size() == 10U);
    BOOST_TEST(second.requests().size() == 10U);
    BOOST_TEST(server.query("select count(*) from llm_calls").at(0) == "20");
    BOOST_TEST(monitored.metrics().value("verbatim_llm_calls_refused_total") == 1);
    BOOST_TEST(server.process.stop() == 0);
    const auto log = server.process.output();
    BOOST_TEST(contains(log, R"("connection":"main","model":"openai/stub-model",)"
                             R"("cause":"unauthorized","seconds":5})"),
               log);
    BOOST_TEST(
        contains(log,
                 R"("connection":"main_fallback_1","model":"openai/second-model","cause":"not_found","seconds":5})"),
        log);
    BOOST_TEST(contains(log, R"("note":"connection suspended: main and its fallbacks)"), log);
}

BOOST_AUTO_TEST_CASE(a_wrong_list_is_reported_by_check_and_stops_the_start)
{
    const std::pair<const char*, std::vector<std::string>> mistakes[]{
        {"canary", {"LLM_FALLBACKS: Input should be a valid list"}},
        {R"([{"model": "openai/a", "api_key": "canary", "key": "canary"}, {"api_key": 1}])",
         {"LLM_FALLBACKS[0].key: Extra inputs are not permitted", "LLM_FALLBACKS[1].model: Field required",
          "LLM_FALLBACKS[1].api_key: Input should be a valid string"}},
        {R"([{"model": "openai/gpt-4.1"}, {"model": "azure/gpt-5.4", "api_key": "canary", "price": {"modes": 1}}])",
         {"LLM_FALLBACKS[0].api_key: is required for openai and anthropic models unless LLM_FALLBACKS[0].api_base is "
          "set",
          "LLM_FALLBACKS[1].api_base: is required for azure and azure_ai models",
          "LLM_FALLBACKS[1].price: modes is an unknown key; remove it",
          "LLM_FALLBACKS[1].price: input_usd_per_million is missing"}},
        {R"([{"model": "openai/canary-unheard-of", "api_key": "canary"}])",
         {"LLM_FALLBACKS[0].model: names a model without a price; add its price to the file of MODEL_PRICES_PATH, or "
          "set LLM_PRICE_UNKNOWN to allow"}},
    };
    for (const auto& [list, problems] : mistakes)
        for (const auto& arguments : {std::vector<std::string>{}, std::vector<std::string>{"--check"}})
            BOOST_TEST_CONTEXT(list << " " << arguments.size())
            {
                support::temporary_directory folder;
                auto                         values = default_settings(folder);
                values.insert({{"LLM_MODEL", "openai/gpt-4.1"}, {"LLM_API_KEY", "k"}, {"LLM_FALLBACKS", list}});
                const auto [code, output] = support::run_server(values, arguments);
                BOOST_TEST(code == 1);
                for (const auto& problem : problems) BOOST_TEST(contains(output, problem), output);
                BOOST_TEST(!contains(output, R"(canary")"), output);
                if (!arguments.empty()) BOOST_TEST(!contains(output, "canary"), output);
            }
}

BOOST_AUTO_TEST_CASE(a_reload_rejects_prices_without_a_fallback_and_keeps_the_list)
{
    support::temporary_directory folder;
    const auto                   prices = folder.file(
                          "prices.yaml", "models:\n  openai/stub-model: &price {input_usd_per_million: 1, output_usd_per_million: 1}\n"
                                                           "  openai/second-model: *price\n");
    auto list = json::parse(fallbacks());
    list.at(0).as_object().erase("price");
    const auto file = folder.file("fallbacks", json::serialize(list));
    main.respond_by_default(stub_response::error(400));
    test_server server{provider_settings(
        main, {{"LLM_FALLBACKS_FILE", file}, {"MODEL_PRICES_PATH", prices}, {"LLM_PRICE_UNKNOWN", "stop"}})};
    BOOST_REQUIRE(server.post("/v1/detect-sensitive", record).status == 200);

    std::ofstream{prices, std::ios::trunc}
        << "models: {openai/stub-model: {input_usd_per_million: 7, output_usd_per_million: 7}}\n";
    std::ofstream{file, std::ios::trunc} << "[]";
    server.process.signal(SIGHUP);
    server.process.wait_for_output(R"("event":"settings_reloaded","problems":1)");

    BOOST_TEST(contains(server.process.output(), R"("event":"setting_rejected","setting":"LLM_FALLBACKS[0].model",)"
                                                 R"("problem":"names a model without a price)"),
               server.process.output());
    BOOST_TEST(server.post("/v1/detect-sensitive", record).status == 200);
    for (const auto& cost : server.query("select cost_micro_usd from llm_calls where status = 'ok'"))
        BOOST_TEST(cost == "1100");
}

BOOST_AUTO_TEST_SUITE_END()
