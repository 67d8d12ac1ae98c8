#include "e2e/job_client.hpp"
#include "e2e/test_server.hpp"

#include "support/provider_stub.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

const std::string list = R"("themes": [
    {"id": "a", "title": "The pump of Maria Kowalska", "definition": "It is broken.", "examples": ["A text of a record."],
     "sub_themes": [{"id": "a.1", "title": "Spare parts"}]},
    {"id": "b", "title": "Queues", "definition": "People wait.", "record_count": 12, "record_ids": ["F-1"]}])";

const std::string body = "{" + list + R"(, "output_language": "fr", "explain": true})";

const auto translated = stub_response::chat(R"json({"translations": [
    {"number": 3, "title": "Files d'attente", "definition": "On attend."},
    {"number": 1, "title": "La pompe de <PERSON_0>", "definition": "Elle est cassée. ![x](https://foreign.example/)"},
    {"number": 2, "title": "Pièces", "definition": ""}]})json");

} // namespace

BOOST_AUTO_TEST_SUITE(translate_themes)

BOOST_AUTO_TEST_CASE(one_call_translates_the_list_without_records)
{
    support::provider_stub provider;
    test_server            server{provider_settings(provider)};
    provider.respond_to("theme_translations", translated);

    const auto response = server.post("/v1/translate-themes", body);

    BOOST_REQUIRE(response.status == 200);
    const auto answer = json::parse(response.body);
    BOOST_TEST((answer.at("language") == "fr"));
    BOOST_TEST((answer.at("themes").at(0).at("title") == "La pompe de Maria Kowalska"));
    BOOST_TEST((answer.at("themes").at(0).at("sub_themes").at(0).at("id") == "a.1"));
    BOOST_TEST((answer.at("themes").at(1).at("title") == "Files d'attente"));
    BOOST_TEST((answer.at("provenance").at("models").as_array().size() == 1U));
    BOOST_TEST(!contains(response.body, "foreign.example"));
    BOOST_REQUIRE(provider.requests().size() == 1U);
    for (const auto* hidden : {"Kowalska", "A text of a record", "F-1", "a.1"})
        BOOST_TEST(!contains(provider.requests()[0].body, hidden), hidden);
    BOOST_TEST(server.query("select operation, status from llm_calls").at(0) == "translate_themes|ok");
}

BOOST_AUTO_TEST_CASE(a_dry_run_plans_the_one_call_and_a_job_makes_it)
{
    support::provider_stub provider;
    test_server            server{provider_settings(provider)};
    provider.respond_to("theme_translations", translated);

    const auto planned =
        server.post("/v1/translate-themes", "{" + list + R"(, "output_language": "fr", "dry_run": true})");
    BOOST_REQUIRE(planned.status == 200);
    const auto plan = json::parse(planned.body);
    BOOST_TEST(plan.at("expected").at("calls").to_number<int>() == 1);
    BOOST_TEST(plan.at("expected").at("output_tokens").to_number<int>() > 10);
    BOOST_TEST(provider.requests().empty());

    const auto job = accepted(post(server, "/v1/translate-themes", body));
    BOOST_TEST((await_end(server, job.path).at("status") == "succeeded"));
    BOOST_TEST(provider.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(an_output_that_lacks_a_theme_is_asked_for_once_more)
{
    support::provider_stub provider;
    test_server            server{provider_settings(provider)};
    provider.respond_to(
        "theme_translations",
        stub_response::chat(R"({"translations": [{"number": 1, "title": "Pompe", "definition": "Cassée."}]})"));

    const auto response = server.post("/v1/translate-themes", body);

    BOOST_TEST(response.status == 502);
    BOOST_TEST(code_of(response) == "llm_error");
    BOOST_TEST(provider.requests().size() == 2U);
    BOOST_TEST(!contains(response.body, "pump"));
}

BOOST_AUTO_TEST_CASE(the_built_in_model_does_not_pretend)
{
    test_server server;
    const auto  response = server.post("/v1/translate-themes", body);
    BOOST_TEST(response.status == 501);
    BOOST_TEST(code_of(response) == "translation_unavailable");
    BOOST_TEST(!contains(response.body, "pump"));
    BOOST_TEST(server.query("select status from llm_calls").at(0) == "error");
}

BOOST_AUTO_TEST_SUITE_END()
