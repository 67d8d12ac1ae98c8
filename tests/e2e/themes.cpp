// Analyses with detail `themes`: docs/reference/operations/analyze-bulk.md#themes.
#include "e2e/test_server.hpp"

#include "support/provider_stub.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

json::object sample_corpus(std::string_view mode)
{
    std::ifstream in{VERBATIM_SAMPLE_CORPUS, std::ios::binary};
    auto          request = json::parse(std::string{std::istreambuf_iterator<char>{in}, {}}).as_object();
    request["mode"]       = mode;
    request["detail"]     = "themes";
    return request;
}

/// The records in themes and without one.
std::size_t counted_records(const json::object& body)
{
    std::set<std::string> ids;
    for (const auto& theme : body.at("themes").as_array())
        for (const auto& id : theme.at("record_ids").as_array()) ids.emplace(id.as_string());
    return ids.size() + body.at("unassigned_count").to_number<std::size_t>();
}

/// What a model answers about themes of two records.
void answer_about_water(support::provider_stub& provider)
{
    provider.respond_to("theme_list", stub_response::chat(R"({"themes":[{"title":"Water","definition":"Water is far.",)"
                                                          R"("inclusion":"Pumps.","sub_themes":[]}]})"));
    provider.respond_to(
        "theme_assignments",
        stub_response::chat(R"({"assignments":[{"record":1,"themes":["T1","T4"]},{"record":2,"themes":[]}],)"
                            R"("quotes":[{"theme":"T1","record":1,"sentence":2}]})"));
    provider.respond_to("analysis_judge",
                        stub_response::chat(R"({"quality_score":0.75,"uncertainty_explanation":"Well grounded."})"));
    provider.respond_by_default(stub_response::chat("1 of 2 records (50 %) names water, 19 name theft."));
}

} // namespace

BOOST_AUTO_TEST_SUITE(themes)

BOOST_AUTO_TEST_CASE(the_sample_corpus_has_a_map_whose_neighbours_share_themes)
{
    test_server server;
    for (const char* mode : {"single_pass", "hierarchical"}) BOOST_TEST_CONTEXT(mode)
        {
            auto request          = sample_corpus(mode);
            request["record_map"] = true;
            const auto  response  = server.post("/v1/analyze-bulk", json::serialize(request));
            const auto  body      = json::parse(response.body).as_object();
            const auto& map       = body.at("record_map").as_object();
            const auto& ids       = map.at("record_ids").as_array();
            BOOST_REQUIRE(ids.size() == body.at("feedback_record_count").to_number<std::size_t>());
            std::map<std::string, std::set<std::size_t>> themes;
            for (std::size_t n = 0; n != body.at("themes").as_array().size(); ++n)
                for (const auto& id : body.at("themes").at(n).at("record_ids").as_array())
                    themes[std::string{id.as_string()}].insert(n);
            const auto  place = [&](std::size_t n, const char* axis) { return map.at(axis).at(n).as_int64(); };
            std::size_t same  = 0;
            std::size_t all   = 0;
            for (std::size_t n = 0; n != ids.size(); ++n)
            {
                const auto own = themes.find(std::string{ids[n].as_string()});
                if (own == themes.end()) continue;
                std::size_t  nearest = n;
                std::int64_t least   = std::numeric_limits<std::int64_t>::max();
                for (std::size_t m = 0; m != ids.size(); ++m)
                {
                    const auto x = place(n, "x") - place(m, "x");
                    const auto y = place(n, "y") - place(m, "y");
                    if (m != n && x * x + y * y < least) nearest = m, least = x * x + y * y;
                }
                const auto& other = themes[std::string{ids[nearest].as_string()}];
                same += std::ranges::any_of(own->second, [&](std::size_t theme) { return other.contains(theme); });
                ++all;
            }
            BOOST_TEST(all > 20u);
            BOOST_TEST(2 * same > all);
        }
}

BOOST_AUTO_TEST_CASE(every_record_of_the_sample_corpus_is_counted_by_the_built_in_model)
{
    test_server server{{{"ANALYZE_TARGET_CHUNK_TOKENS", "350"}}};
    for (const char* mode : {"single_pass", "hierarchical"})
    {
        const auto response = server.post("/v1/analyze-bulk", json::serialize(sample_corpus(mode)));
        BOOST_REQUIRE(response.status == 200);
        const auto body = json::parse(response.body).as_object();
        BOOST_TEST(body.at("themes").as_array().size() >= 2u);
        BOOST_TEST(body.at("themes").as_array().size() <= 12u);
        BOOST_TEST(counted_records(body) == body.at("feedback_record_count").to_number<std::size_t>());
        BOOST_TEST(body.at("dropped_references").as_int64() == 0);
        BOOST_TEST(!contains(text(body, "uncertainty_explanation"), "counts do not hold"));
        for (const auto& theme : body.at("themes").as_array())
            BOOST_TEST(!theme.at("quotes").as_array().empty(), json::serialize(theme));
    }
}

BOOST_AUTO_TEST_CASE(ids_of_digits_are_no_claims)
{
    test_server  server;
    json::object request{{"prompt", "Which shortages are reported?"}, {"detail", "themes"}};
    auto&        records = request["feedback_records"].emplace_array();
    for (int n = 0; n != 40; ++n)
        records.push_back({{"id", std::to_string(4'411'020 + n)},
                           {"content", n % 2 == 0 ? "No water at the tap since Monday" : "Insulin was not in stock"}});
    const auto response = server.post("/v1/analyze-bulk", json::serialize(request));
    BOOST_REQUIRE(response.status == 200);
    BOOST_TEST(contains(response.body, "4411020"));
    BOOST_TEST(!contains(response.body, "counts do not hold"));
}

BOOST_AUTO_TEST_CASE(the_caller_gets_counts_real_quotes_and_a_warning_about_invented_numbers)
{
    support::provider_stub provider;
    answer_about_water(provider);
    test_server server{provider_settings(provider)};

    const auto response = server.post("/v1/analyze-bulk", R"({"prompt": "What is far?", "detail": "themes",
        "feedback_records": [
            {"id": "a", "content": "Good day. Write to maria@example.org about the water.", "metadata": {"created": "2026-03-02"}},
            {"id": "b", "content": "Nothing."}]})");

    BOOST_REQUIRE(response.status == 200);
    const auto body  = json::parse(response.body).as_object();
    const auto theme = body.at("themes").at(0).as_object();
    BOOST_TEST(theme.at("record_count").as_int64() == 1);
    BOOST_TEST(text(theme, "first_seen") == "2026-03-02");
    BOOST_TEST(json::serialize(theme.at("quotes")) ==
               R"([{"record_id":"a","text":"Write to <EMAIL_ADDRESS_0> about the water."}])");
    BOOST_TEST(body.at("dropped_references").as_int64() == 1);
    BOOST_TEST(json::serialize(body.at("unassigned")) ==
               R"([{"reason":"no_theme","record_count":1,"record_ids":["b"]}])");
    BOOST_TEST(text(body, "uncertainty_explanation") ==
               "Well grounded. Numbers in the analysis that the counts do not hold: 19.");

    BOOST_TEST(provider.requests().size() == 4u);
    for (const auto& request : provider.requests()) BOOST_TEST(!contains(request.body, "maria@"));
    BOOST_TEST(!contains(server.process.output(), "maria@"));
    BOOST_TEST(!contains(server.process.output(), "Water"));
    BOOST_TEST(server.query("select count(*) from llm_calls where operation = 'analyze'").at(0) == "4");
}

BOOST_AUTO_TEST_CASE(bounds_of_the_request_are_checked)
{
    test_server server;
    for (const char* member : {R"("detail": "prose")", R"("max_themes": 1)", R"("max_themes": 41)"})
    {
        const auto response = server.post("/v1/analyze-bulk",
                                          R"({"prompt": "What?", "feedback_records": [{"id": "a", "content": "b"}], )" +
                                              std::string{member} + "}");
        BOOST_TEST(response.status == 422, member);
    }
}

BOOST_AUTO_TEST_SUITE_END()
