#include "e2e/test_server.hpp"

#include "support/provider_stub.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

constexpr int records = 12;

std::string corpus()
{
    json::array items;
    for (int n = 0; n != records; ++n)
        items.push_back({{"id", "r-" + std::to_string(n)}, {"content", "Write to maria@example.org about the pump."}});
    return json::serialize(
        json::value{{"prompt", "What is broken?"}, {"mode", "hierarchical"}, {"feedback_records", std::move(items)}});
}

/// An embedding response with `count` vectors.
stub_response vectors(int count)
{
    json::array data;
    for (int n = 0; n != count; ++n) data.push_back({{"index", n}, {"embedding", {1, n % 2, 0.5}}});
    return {.body = json::serialize(
                json::value{{"data", std::move(data)}, {"model", "embedder-1"}, {"usage", {{"prompt_tokens", 90}}}})};
}

struct embedder_fixture
{
    embedder_fixture()
    {
        provider.respond_to(
            "analysis_judge",
            stub_response::chat(R"({"quality_score": 0.75, "uncertainty_explanation": "Well grounded."})"));
        settings =
            provider_settings(provider, {{"EMBEDDING_MODEL", "openai/e5"}, {"EMBEDDING_QUERY_PREFIX", "query: "}});
    }

    support::provider_stub               provider;
    support::server_process::environment settings;
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(embedding, embedder_fixture)

BOOST_AUTO_TEST_CASE(provider_embeds_redacted_texts_and_its_usage_is_recorded)
{
    test_server server{settings};
    provider.enqueue(vectors(records));

    const auto response = server.post("/v1/analyze-bulk", corpus());

    BOOST_REQUIRE(response.status == 200);
    const auto first = provider.requests().at(0);
    BOOST_TEST(first.target == "/v1/embeddings");
    BOOST_TEST(first.headers.at("authorization") == "Bearer provider-secret");
    const auto request = json::parse(first.body).as_object();
    BOOST_TEST(request.at("model") == "e5");
    BOOST_TEST(request.at("input").as_array().size() == static_cast<std::size_t>(records));
    const auto text = json::value_to<std::string>(request.at("input").at(0));
    BOOST_TEST(text.starts_with("query: Write to "));
    BOOST_TEST(text.find("maria") == text.npos);
    const auto rows =
        server.query("select operation, input_tokens, output_tokens, status from llm_calls where model = 'embedder-1'");
    BOOST_TEST(rows == std::vector<std::string>{"analyze|90|0|ok"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(failed_embedding_fails_the_request_with_its_code)
{
    test_server server{settings};
    provider.enqueue(stub_response::error(401, "SECRET words"));

    const auto response = server.post("/v1/analyze-bulk", corpus());

    BOOST_TEST(response.status == 502);
    BOOST_TEST(code_of(response) == "llm_error");
    BOOST_TEST(provider.requests().size() == 1u);
    BOOST_TEST(response.body.find("SECRET") == response.body.npos);
    const auto rows = server.query("select model, status, error_class from llm_calls");
    BOOST_TEST(rows == std::vector<std::string>{"openai/e5|error|llm_error"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(incomplete_embedding_settings_stop_the_start)
{
    support::temporary_directory folder;
    auto                         settings_without_key = default_settings(folder);
    settings_without_key["EMBEDDING_MODEL"]           = "azure/e";

    const auto [code, output] = support::run_server(settings_without_key, {"--check"});

    BOOST_TEST(code == 1);
    for (const auto* name :
         {"EMBEDDING_API_KEY: is required", "EMBEDDING_API_BASE: is required", "EMBEDDING_API_VERSION: is required"})
        BOOST_TEST(output.find(name) != output.npos, output);
}

BOOST_AUTO_TEST_SUITE_END()
