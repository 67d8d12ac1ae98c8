#include "e2e/test_server.hpp"

#include "support/postgres.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

using environment = support::server_process::environment;

constexpr const char* call = R"({"feedback_record": {"id": "r-1", "content": "The nurse was kind.", "metadata": {}}})";

stub_response token(std::string_view text)
{
    return {.body = R"({"access_token":")" + std::string{text} + R"(","expires_in":"3600","token_type":"Bearer"})"};
}

/// Settings of a server with a model of Azure and the identity of a container app.
environment identity_settings(const support::provider_stub& provider, const support::provider_stub& identity,
                              environment changes = {})
{
    environment settings{{"LLM_MODEL", "azure/gpt"},          {"LLM_API_BASE", provider.base()},
                         {"LLM_API_VERSION", "v1"},           {"LLM_AUTH", "managed_identity"},
                         {"LLM_PRICE_UNKNOWN", "allow"},      {"IDENTITY_ENDPOINT", identity.base() + "/msi/token"},
                         {"IDENTITY_HEADER", "canary-header"}};
    changes.merge(settings);
    return changes;
}

/// The stubs of a provider and of a source of tokens.
struct stubs
{
    stubs()
    {
        identity.respond_by_default(token("canary-token-1"));
        provider.respond_to("sensitivity", stub_response::chat(R"({"sensitivity_types": [], "explanation": ""})"));
    }

    support::provider_stub provider;
    support::provider_stub identity;
};

std::string problems_of(environment settings)
{
    const support::temporary_directory folder;
    settings.merge(default_settings(folder));
    const auto [code, output] = support::run_server(settings, {"--check"});
    BOOST_TEST(code == 1);
    return output;
}

std::string environment_of(pid_t process)
{
    std::ifstream file{"/proc/" + std::to_string(process) + "/environ"};
    return {std::istreambuf_iterator<char>{file}, {}};
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(managed_identity, stubs)

BOOST_AUTO_TEST_CASE(model_calls_carry_a_token_and_no_key)
{
    test_server server{identity_settings(provider, identity)};
    BOOST_TEST(server.post("/v1/detect-sensitive", call).status == 200);

    const auto request = identity.requests().front();
    BOOST_TEST(
        request.target.starts_with("/msi/token?api-version=2019-08-01&resource=https%3A%2F%2Fcognitiveservices"));
    BOOST_TEST(request.headers.at("x-identity-header") == "canary-header");
    const auto headers = provider.requests().front().headers;
    BOOST_TEST(headers.at("authorization") == "Bearer canary-token-1");
    BOOST_TEST(!headers.contains("api-key"));
}

BOOST_AUTO_TEST_CASE(tokens_and_the_header_are_secret)
{
    test_server server{identity_settings(provider, identity)};
    BOOST_TEST(server.post("/v1/detect-sensitive", call).status == 200);
    BOOST_TEST(!contains(environment_of(server.process.pid()), "canary-header"));
    server.process.stop();
    BOOST_TEST(contains(server.process.output(), "identity_token_available"));
    BOOST_TEST(!contains(server.process.output(), "canary"));
}

BOOST_AUTO_TEST_CASE(embeddings_carry_the_token_too)
{
    provider.respond_by_default({.body = R"({"data":[{"embedding":[1]}],"usage":{"prompt_tokens":1}})"});
    test_server server{identity_settings(provider, identity, {{"EMBEDDING_MODEL", "azure/embedding"}})};
    server.post("/v1/analyze-bulk", analysis_request("The nurse was kind."));
    server.process.stop();
    for (const auto& request : provider.requests())
        BOOST_TEST(request.headers.at("authorization") == "Bearer canary-token-1", request.target);
}

BOOST_AUTO_TEST_CASE(a_rejected_token_is_renewed)
{
    identity.enqueue(token("canary-old"));
    provider.enqueue(stub_response::error(401, "the token canary-old is expired"));
    test_server server{identity_settings(provider, identity)};

    const auto response = server.post("/v1/detect-sensitive", call);
    BOOST_TEST(response.status == 502);
    BOOST_TEST(!contains(response.body, "canary"));
    server.process.wait_for_output(R"("cause":"unauthorized","http_status":401)");

    identity.wait_for_requests(2);
    for (int tries = 0; provider.requests().back().headers.at("authorization") != "Bearer canary-token-1"; ++tries)
    {
        BOOST_REQUIRE(tries != 1'000);
        server.post("/v1/detect-sensitive", call);
    }
}

BOOST_AUTO_TEST_CASE(without_a_token_the_server_starts_and_calls_fail)
{
    identity.respond_by_default({.status = 400, .body = R"({"error_description":"canary-identity not found"})"});
    test_server server{identity_settings(provider, identity)};

    const auto response = server.post("/v1/detect-sensitive", call);
    BOOST_TEST(response.status == 502);
    BOOST_TEST(code_of(response) == "llm_error");
    BOOST_TEST(provider.requests().empty());
    server.process.stop();
    const auto output = server.process.output();
    BOOST_TEST(contains(output, R"("event":"identity_token_missing")"));
    BOOST_TEST(contains(output, R"("source":"identity_endpoint","error":"status","http_status":400)"));
    BOOST_TEST(contains(output, R"("cause":"unauthorized","http_status":0)"));
    BOOST_TEST(!contains(output, "canary"));
    BOOST_TEST(server.query("select count(*) from llm_calls where cause = 'unauthorized'").front() == "1");
}

BOOST_AUTO_TEST_CASE(sessions_of_postgresql_log_in_with_tokens)
{
    support::postgres_server         postgres;
    const support::postgres_database database{postgres};
    database.query("create role entra login superuser password 'canary-token-1'");
    postgres.require_password("entra");
    auto url = database.url();
    url.replace(url.find("user=postgres"), 13, "user=entra");
    test_server server{
        {{"DB_URL", url}, {"DB_AUTH", "managed_identity"}, {"AZURE_POD_IDENTITY_AUTHORITY_HOST", identity.base()}}};
    BOOST_TEST(server.post("/v1/detect-sensitive", call).status == 200);
    BOOST_TEST(database.query("select count(*) from llm_calls").at(0) == "1");
    BOOST_TEST(
        contains(identity.requests().front().target, "resource=https%3A%2F%2Fossrdbms-aad.database.windows.net"));

    // The server accepts the next token only, and has closed the connections.
    identity.respond_by_default(token("canary-token-2"));
    database.query("alter role entra password 'canary-token-2'");
    database.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'entra'");
    BOOST_TEST(server.post("/v1/detect-sensitive", call).status == 200);
    for (int tries = 0; database.query("select count(*) from llm_calls").at(0) != "2"; ++tries)
        BOOST_REQUIRE(tries != 20'000);
    for (int tries = 0; server.get("/v1/usage", {{"Authorization", std::string{"Bearer "} + key}}).status != 200;
         ++tries)
        BOOST_REQUIRE(tries != 20'000);
    server.process.stop();
    BOOST_TEST(!contains(server.process.output(), "canary"));
}

BOOST_AUTO_TEST_CASE(a_database_without_a_token_does_not_delay_requests)
{
    identity.respond_by_default({.status = 500, .body = "canary"});
    test_server server{{{"DB_URL", "postgresql://entra@127.0.0.1:1/usage"},
                        {"DB_AUTH", "managed_identity"},
                        {"AZURE_POD_IDENTITY_AUTHORITY_HOST", identity.base()}}};
    BOOST_TEST(server.post("/v1/detect-sensitive", call).status == 200);
    server.process.wait_for_output(R"("event":"database_unavailable","error_class":"refused")");
    server.process.stop();
    BOOST_TEST(!contains(server.process.output(), "canary"));
}

BOOST_AUTO_TEST_CASE(impossible_combinations_stop_the_start)
{
    const std::pair<environment, std::string> cases[]{
        {{{"LLM_API_KEY", "canary"}}, "LLM_API_KEY: is set, but LLM_AUTH is managed_identity"},
        {{{"LLM_MODEL", "openai/gpt"}}, "LLM_AUTH: managed_identity is for azure and azure_ai models only"},
        {{{"LLM_MODEL", ""}, {"LLM_API_BASE", ""}}, "LLM_AUTH: is set, but LLM_MODEL is not"},
        {{{"IDENTITY_HEADER", ""}}, "IDENTITY_HEADER: is required with IDENTITY_ENDPOINT"},
        {{{"AZURE_FEDERATED_TOKEN_FILE", "/nowhere"}}, "AZURE_TENANT_ID: is required with AZURE_FEDERATED_TOKEN_FILE"},
        {{{"LLM_AUTH", "token"}}, "LLM_AUTH: "},
        {{{"DB_AUTH", "managed_identity"}}, "DB_AUTH: is managed_identity, but the database is not PostgreSQL"},
        {{{"DB_AUTH", "managed_identity"}, {"DB_URL", "postgresql://a:canary@127.0.0.1/b"}},
         "DB_URL: contains a password, but DB_AUTH is managed_identity"},
        {{{"DB_AUTH", "managed_identity"}, {"DB_HOST", "db.example"}, {"DB_SSLMODE", "prefer"}},
         "DB_SSLMODE: would send tokens in clear text"}};
    for (const auto& [changes, problem] : cases)
    {
        const auto output = problems_of(identity_settings(provider, identity, changes));
        BOOST_TEST(contains(output, "verbatimd: " + problem), output);
        BOOST_TEST(!contains(output, "canary"));
    }
}

BOOST_AUTO_TEST_CASE(variables_of_azure_are_ignored_without_a_managed_identity)
{
    test_server server{{{"IDENTITY_ENDPOINT", "nonsense"}, {"AZURE_FEDERATED_TOKEN_FILE", "/nowhere"}}};
    BOOST_TEST(server.post("/v1/detect-sensitive", call).status == 200);
}

BOOST_AUTO_TEST_SUITE_END()
