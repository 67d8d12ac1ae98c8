#include "e2e/test_server.hpp"

#include "support/provider_stub.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <string>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

const std::string records = R"("feedback_records": [
    {"id": "F-1", "content": "My name is Maria Kowalska and my solar lamps broke."},
    {"id": "F-2", "content": "Where can we repair solar lamps?"}, {"id": "F-3", "content": "Thank you."}])";

const std::string framework =
    R"({"root_codes": [{"id": "L1", "name": "Household items"}, {"id": "L2", "name": "Water"}]})";

std::string body_with(const std::string& codes) { return "{" + records + R"(, "coding_levels": )" + codes + "}"; }

} // namespace

BOOST_AUTO_TEST_SUITE(suggest_codes)

BOOST_AUTO_TEST_CASE(a_hostile_output_names_only_records_and_codes_that_exist)
{
    support::provider_stub provider;
    test_server            server{provider_settings(provider)};
    provider.respond_to("code_proposals", stub_response::chat(R"json({"codes": [
        {"name": "Lamps of <PERSON_0>", "definition": "[x](https://foreign.example/)", "inclusion": "i", "parent": 40,
         "records": [1, 0, 0, 9], "similar": [0, 5]}]})json"));

    const auto response = server.post("/v1/suggest-codes", body_with(framework));

    BOOST_REQUIRE(response.status == 200);
    const auto  body = json::parse(response.body);
    const auto& code = body.at("proposed_codes").at(0);
    BOOST_TEST((code.at("record_ids") == json::array{"F-1", "F-2"}));
    BOOST_TEST((body.at("unassigned_record_ids") == json::array{"F-3"}));
    BOOST_TEST(code.at("parent_id").is_null());
    BOOST_TEST((code.at("overlaps").at(0).at("id") == "L1"));
    BOOST_TEST(body.at("dropped_references").to_number<int>() == 4);
    BOOST_TEST(!contains(response.body, "Kowalska"));
    BOOST_TEST(!contains(response.body, "foreign.example"));
    BOOST_REQUIRE(provider.requests().size() == 1U);
    BOOST_TEST(!contains(provider.requests()[0].body, "Kowalska"));
    BOOST_TEST(!contains(provider.requests()[0].body, "F-1"));
    BOOST_TEST(server.query("select operation, status from llm_calls").at(0) == "suggest_codes|ok");
}

BOOST_AUTO_TEST_CASE(unreadable_output_is_an_error_with_a_usage_row)
{
    support::provider_stub provider;
    test_server            server{provider_settings(provider)};
    provider.respond_to("code_proposals", stub_response::chat(R"({"codes": [{"name": "Lamps"}]})"));

    const auto response = server.post("/v1/suggest-codes", body_with(framework));

    BOOST_TEST(response.status == 502);
    BOOST_TEST(code_of(response) == "llm_error");
    BOOST_TEST(server.query("select status, error_class from llm_calls").at(0) == "error|invalid_response");
}

BOOST_AUTO_TEST_CASE(the_framework_of_the_server_is_the_default)
{
    support::temporary_directory folder;
    const auto                   path = folder.path() / "framework.json";
    std::ofstream{path} << framework;
    test_server server{{{"CODING_FRAMEWORK_PATH", path.string()}}};

    const auto response = server.post("/v1/suggest-codes", "{" + records + "}");

    BOOST_REQUIRE(response.status == 200);
    const auto body = json::parse(response.body);
    BOOST_TEST((body.at("proposed_codes").at(0).at("name") == "Solar lamps")); // by the built-in model
    BOOST_TEST((body.at("proposed_codes").at(0).at("record_ids") == json::array{"F-1", "F-2"}));
}

BOOST_AUTO_TEST_CASE(without_any_framework_the_request_is_invalid)
{
    test_server server;
    const auto  response = server.post("/v1/suggest-codes", "{" + records + "}");
    BOOST_TEST(response.status == 422);
    BOOST_TEST(contains(response.body, R"("field":"coding_levels","issue":"Field required")"), response.body);
}

BOOST_AUTO_TEST_SUITE_END()
