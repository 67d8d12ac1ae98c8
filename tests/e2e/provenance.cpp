#include "e2e/job_client.hpp"
#include "e2e/test_server.hpp"

#include "support/provider_stub.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <functional>
#include <string>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

/// The example requests of each operation that has the member `explain`.
void each_explainable_request(test_server&                                                      server,
                              const std::function<void(const std::string& path, json::object)>& visit)
{
    const auto document = json::parse(server.get("/openapi.json").body);
    for (const auto& [path, verbs] : document.at("paths").as_object())
    {
        const auto* operation = verbs.as_object().if_contains("post");
        if (!operation || !operation->as_object().contains("requestBody")) continue;
        const auto& content   = operation->at("requestBody").at("content").at("application/json");
        const auto  reference = json::value_to<std::string>(content.at("schema").at("$ref"));
        const auto& schema =
            document.at("components").at("schemas").at(reference.substr(reference.rfind('/') + 1)).as_object();
        if (!schema.at("properties").as_object().contains("explain")) continue;
        if (path == "/v1/translate-themes") continue; // the built-in model makes no translation
        for (const auto& [name, example] : content.at("examples").as_object())
            visit(path, example.at("value").as_object());
    }
}

/// The response without what differs from call to call.
json::object comparable(const support::raw_response& response)
{
    auto body = object_of(response);
    body.erase("request_id");
    if (!body.contains("provenance")) return body;
    auto& provenance          = body.at("provenance").as_object();
    provenance["duration_ms"] = 0;
    for (auto& phase : provenance.at("phases").as_array()) phase.as_object()["duration_ms"] = 0;
    return body;
}

std::string analysis_with_explain(const std::string& content)
{
    auto body       = json::parse(analysis_request(content)).as_object();
    body["explain"] = true;
    return json::serialize(body);
}

json::object provenance_of(const support::raw_response& response)
{
    return object_of(response).at("provenance").as_object();
}

} // namespace

BOOST_AUTO_TEST_SUITE(provenance)

BOOST_AUTO_TEST_CASE(each_operation_that_calls_models_explains_its_response)
{
    test_server server;
    int         operations = 0;
    each_explainable_request(server, [&](const std::string& path, json::object body) {
        BOOST_TEST_CONTEXT(path)
        {
            const auto plain  = server.post(path, json::serialize(body));
            body["explain"]   = true;
            const auto longer = server.post(path, json::serialize(body));
            BOOST_REQUIRE(longer.status == 200);

            auto       explained  = comparable(longer);
            const auto provenance = explained.at("provenance").as_object();
            BOOST_TEST((provenance.at("server_version").as_string() == VERBATIM_VERSION));
            BOOST_TEST((provenance.at("models").at(0).at("model").as_string() == "local/extractive"));
            BOOST_TEST(!provenance.at("prompts").as_array().empty());
            BOOST_TEST(!provenance.at("phases").as_array().empty());
            const auto whole = object_of(longer);
            BOOST_TEST((std::prev(whole.end())->key() == "provenance"));
            explained.erase("provenance");
            BOOST_TEST(explained == comparable(plain));

            body["explain"] = "yes";
            BOOST_TEST(code_of(server.post(path, json::serialize(body))) == "validation_error");
        }
        ++operations;
    });
    BOOST_TEST(operations >= 5);
}

BOOST_AUTO_TEST_CASE(the_embedder_is_named_with_the_digest_of_its_word_vectors)
{
    auto       request  = json::parse(analysis_with_explain("The clinic ran out of insulin.")).as_object();
    const auto embedder = [&](test_server& server) {
        const auto  provenance = provenance_of(server.post(analyze, json::serialize(request)));
        const auto* name       = provenance.if_contains("embedder");
        return name ? std::string{name->as_string()} : std::string{};
    };
    test_server server;
    BOOST_TEST(embedder(server).empty()); // a single pass embeds nothing
    request["mode"]     = "hierarchical";
    const auto semantic = embedder(server);
    BOOST_TEST(semantic.starts_with("local/semantic sha256:"), semantic);
    BOOST_TEST(semantic.size() == std::string_view{"local/semantic sha256:"}.size() + 64);
    test_server lexical{{{"EMBEDDING_MODEL", "local/lexical"}}};
    BOOST_TEST(embedder(lexical) == "local/lexical");
}

BOOST_AUTO_TEST_CASE(a_job_has_the_provenance_of_the_synchronous_answer)
{
    test_server server;
    const auto  body   = analysis_with_explain("Maria Kowalska says the clinic ran out of insulin.");
    const auto  direct = server.post(analyze, body);
    const auto  job    = accepted(post(server, analyze, body));
    (void)await_end(server, job.path);
    const auto result = send(server, "GET", job.path + "/result");
    BOOST_TEST(comparable(result) == comparable(direct));
    BOOST_TEST(provenance_of(result).at("redactions") == json::parse(R"([{"kind":"PERSON","count":1}])"));
}

BOOST_AUTO_TEST_CASE(a_repeated_request_gets_the_provenance_of_the_first)
{
    test_server  server;
    const fields headers{{"Idempotency-Key", "k-1"}};
    const auto   first = post(server, analyze, analysis_with_explain("The clinic ran out of insulin."), headers);
    const auto   again = post(server, analyze, analysis_with_explain("The clinic ran out of insulin."), headers);
    BOOST_TEST(first.body == again.body);
    BOOST_TEST(provenance_of(again).at("models").as_array().size() == 1U);
    const auto other = post(server, analyze, analysis_request("The clinic ran out of insulin."), headers);
    BOOST_TEST(other.status == 409);
}

BOOST_AUTO_TEST_CASE(failed_attempts_and_cost_are_those_of_the_usage_rows_and_no_provider_text_is_shown)
{
    support::provider_stub provider;
    test_server            server{provider_settings(provider)};
    provider.enqueue({.status = 500, .body = R"({"error":{"message":"SECRET provider words"}})"});
    provider.respond_by_default(stub_response::chat("SECRET model words", 1'000, 20));

    const auto response = server.post(analyze, analysis_with_explain("SECRET record words"));
    BOOST_REQUIRE(response.status == 200);
    const auto provenance = provenance_of(response);
    BOOST_TEST(!contains(json::serialize(provenance), "SECRET"));
    std::int64_t calls = 0, failed = 0;
    for (const auto& model : provenance.at("models").as_array())
    {
        calls += model.at("calls").as_int64();
        failed += model.at("failed_calls").as_int64();
    }
    const auto rows = server.query("select count(*), sum(status <> 'ok') from llm_calls where call_id = '" +
                                   response.field("x-request-id") + "'");
    BOOST_TEST(rows.at(0) == std::to_string(calls) + "|" + std::to_string(failed));
    BOOST_TEST(failed >= 1);
}

BOOST_AUTO_TEST_SUITE_END()
