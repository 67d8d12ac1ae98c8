#include "e2e/test_server.hpp"

#include "support/provider_stub.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

struct provider_fixture
{
    support::provider_stub provider;
    test_server            server{provider_settings(provider)};

    support::raw_response detect(const std::string& content)
    {
        return server.post("/v1/detect-sensitive",
                           R"({"feedback_record": {"id": "r-1", "content": ")" + content + R"("}})");
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(detect_sensitive, provider_fixture)

BOOST_AUTO_TEST_CASE(a_finding_makes_one_call_and_restores_names)
{
    provider.respond_to(
        "sensitivity",
        stub_response::chat(R"({"sensitivity_types": ["THEFT"], "explanation": "<PERSON_0> took \"it\"."})"));

    const auto response = detect("My name is Maria Kowalska and my card was stolen.");

    BOOST_REQUIRE(response.status == 200);
    const auto body = json::parse(response.body).as_object();
    BOOST_TEST(body.at("is_sensitive").as_bool());
    BOOST_TEST((body.at("explanation").as_string() == "Maria Kowalska took \"it\"."));
    BOOST_REQUIRE(provider.requests().size() == 1u);
    BOOST_TEST(provider.requests()[0].body.find("Kowalska") == std::string::npos);
    BOOST_TEST(server.query("select operation, status from llm_calls").at(0) == "detect_sensitive|ok");
}

BOOST_AUTO_TEST_CASE(invalid_output_is_recorded_and_is_an_error)
{
    provider.respond_to("sensitivity",
                        stub_response::chat(R"({"sensitivity_types": ["NO_SUCH_TYPE"], "explanation": "x"})", 31, 17));

    const auto response = detect("My card was stolen.");

    BOOST_TEST(response.status == 502);
    BOOST_TEST(code_of(response) == "llm_error");
    BOOST_TEST(server.query("select status, error_class, input_tokens, output_tokens from llm_calls").at(0) ==
               "error|invalid_response|31|17");
}

BOOST_AUTO_TEST_CASE(crm_payload_is_accepted)
{
    provider.respond_to("sensitivity", stub_response::chat(R"({"sensitivity_types": [], "explanation": ""})"));

    const auto response = server.post("/v1/detect-sensitive", R"({"max_codes": 1, "confidence_threshold": 0.1,
        "coding_levels": {"root_codes": [{"id": "1", "name": "Health", "children": []}]},
        "feedback_record": {"id": "F-1", "content": "Thank you for the water.", "url_id": null,
            "metadata": {"created": "2026-03-02 08:15:00", "coding_level_1": "", "feedback_record_id": "F-1", "other": {"a": [1]}}}})");

    BOOST_REQUIRE(response.status == 200);
    const auto body = json::parse(response.body).as_object();
    BOOST_TEST(!body.at("is_sensitive").as_bool());
    BOOST_TEST((body.at("explanation").as_string() == "No sensitive content detected."));
}

BOOST_AUTO_TEST_SUITE_END()
