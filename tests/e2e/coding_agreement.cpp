#include "e2e/job_client.hpp"
#include "e2e/test_server.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

using namespace verbatim;
using namespace verbatim::e2e;
namespace json = boost::json;

namespace {

/// Records in which every fifth suggestion is wrong.
json::object many_records(int count)
{
    json::array records;
    for (int n = 0; n != count; ++n)
    {
        const json::array human{"Health", n % 2 == 0 ? "Medicine" : "Staff"};
        const json::array suggested{"Health", n % 5 == 0 ? "Cost" : n % 2 == 0 ? "Medicine" : "Staff"};
        records.push_back({{"id", "F-" + std::to_string(n)},
                           {"human", json::array{human}},
                           {"suggested", json::array{{{"code", suggested}, {"confidence", n % 5 == 0 ? 0.4 : 0.8}}}},
                           {"metadata", {{"channel", n % 3 == 0 ? "radio" : "sms"}, {"unread", "value"}}}});
    }
    return {{"records", records}, {"by", {"channel"}}, {"wanted_precision", 0.95}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(coding_agreement)

BOOST_AUTO_TEST_CASE(agreement_is_computed_without_a_model_call)
{
    test_server server;
    const auto  response = server.post("/v1/coding-agreement", json::serialize(many_records(2'000)));

    BOOST_REQUIRE(response.status == 200);
    const auto body = json::parse(response.body);
    BOOST_TEST(body.at("overall").at("exact_match").to_number<double>() == 0.8);
    BOOST_TEST(body.at("levels").at(0).at("kappa").at("value").is_null()); // both coders use Health alone
    const auto& second = body.at("levels").at(1);
    BOOST_TEST(second.at("kappa").at("low").to_number<double>() < second.at("kappa").at("value").to_number<double>());
    BOOST_TEST(second.at("confusions").at(0).at("record_count").to_number<int>() == 200);
    BOOST_TEST(second.at("confidence").at("wanted_precision").at("threshold").to_number<double>() == 0.8);
    BOOST_TEST((body.at("by").at(0).at("values").at(0).at("value") == "sms"));
    BOOST_TEST((body.at("by").at(0).at("values").at(1).at("value") == "radio"));
    BOOST_TEST(server.query("select count(*) from llm_calls").at(0) == "0");
}

BOOST_AUTO_TEST_CASE(invalid_codes_are_reported_with_their_paths)
{
    test_server server;
    const auto  response =
        server.post("/v1/coding-agreement",
                    R"({"records": [{"id": "1", "human": [[]], "suggested": [{"code": ["A"], "confidence": 2}]}]})");
    BOOST_TEST(response.status == 422);
    BOOST_TEST(response.body.find("records[0].suggested[0].confidence") != std::string::npos, response.body);
}

BOOST_AUTO_TEST_CASE(options_of_model_calls_are_refused_and_not_ignored)
{
    test_server server;
    auto        request = many_records(10);
    const auto  job =
        post(server, "/v1/coding-agreement", json::serialize(request), {{"Prefer", "wait=5, respond-async"}});
    BOOST_TEST(job.status == 422);
    BOOST_TEST(job.body.find(R"("field":"Prefer")") != std::string::npos, job.body);
    BOOST_TEST(post(server, "/v1/coding-agreement", json::serialize(request), {{"Prefer", "wait=5"}}).status == 200);
    for (const std::string option : {"explain", "dry_run"})
    {
        auto changed    = request;
        changed[option] = true;
        const auto body = server.post("/v1/coding-agreement", json::serialize(changed));
        BOOST_TEST(body.status == 422);
        BOOST_TEST(body.body.find("\"field\":\"" + option + '"') != std::string::npos, body.body);
    }
}

BOOST_AUTO_TEST_CASE(codes_and_metadata_never_reach_the_log)
{
    test_server server;
    auto        request                                = many_records(10);
    request["records"].as_array()[0].as_object()["id"] = "secret-id";
    BOOST_REQUIRE(server.post("/v1/coding-agreement", json::serialize(request)).status == 200);
    server.process.stop();
    for (const auto* text : {"secret-id", "Medicine", "radio", "channel"})
        BOOST_TEST(server.process.output().find(text) == std::string::npos, text);
}

BOOST_AUTO_TEST_SUITE_END()
