#include "llm/reachability.hpp"
#include "llm/endpoint.hpp"

#include "support/provider_stub.hpp"
#include "support/scripted_tokens.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim;
using namespace verbatim::core::llm;
using core::http_client::response;
using support::stub_response;

namespace {

tested_connection connection(const std::string& model, const std::string& base = "https://models.example/v1")
{
    return {"LLM_", {.model = model, .api_key = sdk::secret{"canary"}, .api_base = base, .api_version = "v1"}};
}

reachability after_status(int status, const std::string& body = "canary")
{
    return to_reachability(
        connection("openai/m"),
        {.exchange = response::exchange_status::completed, .status = status, .retry_after = {}, .body = body});
}

std::string problem_of(const reachability& result)
{
    BOOST_REQUIRE(result.problems.size() == 1U);
    BOOST_TEST(result.result.empty());
    return to_string(result.problems.front());
}

} // namespace

BOOST_AUTO_TEST_SUITE(reachability_)

BOOST_AUTO_TEST_CASE(each_provider_has_a_request_that_costs_nothing)
{
    const auto url = [](const std::string& model, const std::string& base) {
        return make_listing_endpoint(connection(model, base).connection).url;
    };
    BOOST_TEST(url("openai/m", "") == "https://api.openai.com/v1/models");
    BOOST_TEST(url("m", "http://127.0.0.1:1/v1/") == "http://127.0.0.1:1/v1/models");
    BOOST_TEST(url("anthropic/m", "") == "https://api.anthropic.com/v1/models");
    BOOST_TEST(url("anthropic/m", "https://x.example/v1/") == "https://x.example/v1/models");
    BOOST_TEST(url("azure/d", "https://x.openai.azure.com/") ==
               "https://x.openai.azure.com/openai/models?api-version=v1");
    BOOST_TEST(url("azure_ai/m", "https://x.services.ai.azure.com/models") ==
               "https://x.services.ai.azure.com/models/info?api-version=v1");
    BOOST_TEST(url("azure_ai/m", "https://x.eastus.models.ai.azure.com") ==
               "https://x.eastus.models.ai.azure.com/info");
}

BOOST_AUTO_TEST_CASE(a_listed_model_and_an_accepted_key_are_no_problem)
{
    const auto listed = after_status(200, R"({"data": [{"id": "other"}, {"id": "m"}]})");
    BOOST_TEST(listed.problems.empty());
    BOOST_TEST(listed.result == "models.example accepts the key; the model was not called, because that costs money");

    const auto unlisted = after_status(200, R"({"data": [{"id": "other"}]})");
    BOOST_TEST(unlisted.problems.empty());
    BOOST_TEST(unlisted.result.ends_with("; m is not in its list of models"), unlisted.result);
}

BOOST_AUTO_TEST_CASE(unreadable_lists_say_nothing_about_the_model)
{
    for (const auto* body : {"", "canary", "[]", "{}", R"({"data": {}})", R"({"data": []})",
                             R"({"data": [1, {}, {"id": 1}], "has_more": true})"})
    {
        const auto result = after_status(200, body);
        BOOST_TEST(result.problems.empty());
        BOOST_TEST(result.result.find("list of models") == std::string::npos, body);
    }
}

BOOST_AUTO_TEST_CASE(a_refused_key_is_a_problem_of_the_key)
{
    BOOST_TEST(problem_of(after_status(401)) ==
               "LLM_API_KEY: is rejected by models.example (status 401); set a valid key of this provider");
    BOOST_TEST(problem_of(after_status(403)).starts_with("LLM_API_KEY: models.example denies access (status 403); "));
    for (const int status : {301, 308, 500, 503})
        BOOST_TEST(problem_of(after_status(status)).starts_with("LLM_API_BASE: models.example re"), status);
}

BOOST_AUTO_TEST_CASE(a_server_without_a_list_is_reached_but_its_key_is_not_tested)
{
    for (const int status : {204, 400, 404, 405, 429})
    {
        const auto result = after_status(status);
        BOOST_TEST(result.problems.empty());
        BOOST_TEST(result.result == "models.example answers (status " + std::to_string(status) +
                                        "), but not with its models: the key was not tested");
    }
}

BOOST_AUTO_TEST_CASE(each_failed_exchange_names_its_fix_and_no_key)
{
    using enum response::exchange_status;
    for (const auto exchange :
         {timed_out, unresolved, not_connected, tls_failed, untrusted, disconnected, too_large, failed})
    {
        const auto problem = problem_of(
            to_reachability(connection("openai/m"), {.exchange = exchange, .retry_after = {}, .body = "canary"}));
        BOOST_TEST(problem.starts_with("LLM_API_BASE: "), problem);
        BOOST_TEST(problem.find("; ") != std::string::npos, problem);
        BOOST_TEST(problem.find("canary") == std::string::npos, problem);
    }
    const tested_connection identity{"JUDGE_LLM_",
                                     {.model       = "azure/d",
                                      .api_key     = {},
                                      .api_base    = "https://x.example",
                                      .api_version = "v1",
                                      .auth        = authentication::managed_identity}};
    BOOST_TEST(problem_of(to_reachability(identity, {.exchange = unauthorized, .retry_after = {}, .body = {}}))
                   .starts_with("JUDGE_LLM_AUTH: there is no token"));
}

BOOST_AUTO_TEST_CASE(problems_of_a_fallback_name_its_member)
{
    auto fallback   = connection("openai/m");
    fallback.prefix = "LLM_FALLBACKS[1].";
    BOOST_TEST(problem_of(to_reachability(fallback, {.exchange    = response::exchange_status::completed,
                                                     .status      = 401,
                                                     .retry_after = {},
                                                     .body        = {}}))
                   .starts_with("LLM_FALLBACKS[1].api_key: is rejected"));
}

BOOST_AUTO_TEST_CASE(each_connection_is_asked_once_and_with_its_key)
{
    support::provider_stub provider;
    provider.respond_by_default(stub_response{.status = 200, .body = R"({"data": [{"id": "m"}]})"});
    const tested_connection connections[]{connection("openai/m", provider.base()),
                                          connection("local/extractive", ""),
                                          {"JUDGE_LLM_", connection("openai/m", provider.base()).connection},
                                          connection("openai/other", provider.base())};

    const auto results = test_reachability(connections, nullptr);

    BOOST_REQUIRE(results.size() == 4U);
    for (const auto& result : results) BOOST_TEST(result.problems.empty());
    BOOST_TEST(results[0].result.starts_with("127.0.0.1 accepts the key"));
    BOOST_TEST(results[1].result == "the built-in model needs no connection");
    BOOST_TEST(results[2].result == "the same connection as LLM_MODEL");
    BOOST_TEST(results[3].result.ends_with("other is not in its list of models"));
    const auto requests = provider.requests();
    BOOST_REQUIRE(requests.size() == 2U);
    for (const auto& request : requests)
    {
        BOOST_TEST(request.method == "GET");
        BOOST_TEST(request.target == "/models");
        BOOST_TEST(request.headers.at("authorization") == "Bearer canary");
        BOOST_TEST(request.body.empty());
    }
}

BOOST_AUTO_TEST_CASE(a_token_of_the_managed_identity_replaces_the_key)
{
    support::provider_stub   provider;
    support::scripted_tokens tokens{"token"};
    const tested_connection  tested{"LLM_",
                                   {.model       = "azure/d",
                                     .api_key     = {},
                                     .api_base    = provider.base(),
                                     .api_version = "v1",
                                     .auth        = authentication::managed_identity}};
    test_reachability({&tested, 1}, &tokens);
    BOOST_REQUIRE(provider.requests().size() == 1U);
    BOOST_TEST(provider.requests().front().headers.at("authorization").starts_with("Bearer "));
    BOOST_TEST(!provider.requests().front().headers.contains("api-key"));
}

BOOST_AUTO_TEST_CASE(an_address_that_nobody_serves_is_a_problem)
{
    const auto tested  = connection("openai/m", "http://127.0.0.1:1");
    const auto results = test_reachability({&tested, 1}, nullptr);
    BOOST_TEST(problem_of(results.at(0)) ==
               "LLM_API_BASE: 127.0.0.1 accepts no connection; check address, port and firewalls");
}

BOOST_AUTO_TEST_SUITE_END()
