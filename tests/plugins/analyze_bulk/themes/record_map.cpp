// The map of the records of an analysis with themes.
#include "theme_fixture.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <any>
#include <string>
#include <vector>

using namespace verbatim;
using testing::theme_fixture;
namespace json = boost::json;
using analyze_bulk::analysis_mode;

namespace {

struct map_fixture : theme_fixture
{
    map_fixture() { request.record_map = true; }
};

std::vector<std::string> ids_of(const json::value& map)
{
    std::vector<std::string> ids;
    for (const auto& id : map.at("record_ids").as_array()) ids.emplace_back(id.as_string());
    return ids;
}

void check_map(const json::object& response, std::size_t records)
{
    const auto& map = response.at("record_map");
    BOOST_REQUIRE(ids_of(map).size() == records);
    for (const char* axis : {"x", "y"})
    {
        BOOST_REQUIRE(map.at(axis).as_array().size() == records);
        for (const auto& place : map.at(axis).as_array())
            BOOST_TEST((place.as_int64() >= 0 && place.as_int64() <= 1'000));
    }
    BOOST_TEST(!map.as_object().contains("record_ids_omitted"));
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(record_map, map_fixture)

BOOST_AUTO_TEST_CASE(each_record_with_content_has_a_place_in_both_modes)
{
    corpus(30);
    record("blank", "");
    record("marks", "...");
    settings.hierarchical.target_chunk_tokens = 40;
    for (const auto mode : {analysis_mode::single_pass, analysis_mode::hierarchical})
    {
        request.mode        = mode;
        const auto response = answer();
        check_map(response, 31);
        auto ids = ids_of(response.at("record_map"));
        BOOST_TEST(ids.front() == "r0");
        BOOST_TEST(ids.back() == "marks");
        BOOST_TEST(json::serialize(answer()) == json::serialize(response));
    }
}

BOOST_AUTO_TEST_CASE(hierarchical_mode_embeds_once)
{
    corpus(30);
    request.mode = analysis_mode::hierarchical;
    answer();
    BOOST_TEST(engine.texts.size() == 30u);
}

BOOST_AUTO_TEST_CASE(themes_of_the_request_are_embedded_for_the_map_only)
{
    corpus(9);
    request.mode   = analysis_mode::hierarchical;
    request.themes = {{.title = "Water"}};
    check_map(answer(), 9);
    BOOST_TEST(engine.texts.size() == 9u);

    request.record_map = false;
    BOOST_TEST(!answer().contains("record_map"));
    BOOST_TEST(engine.texts.size() == 9u);
}

BOOST_AUTO_TEST_CASE(the_embedder_gets_redacted_texts)
{
    record("a", "Amina lives in Goma.");
    record("b", "The water is far.");
    check_map(answer(), 2);
    BOOST_TEST(engine.texts == (std::vector<std::string>{"<PERSON_0> lives in <LOCATION_1>.", "The water is far."}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(places_do_not_depend_on_metadata)
{
    corpus(20);
    request.breakdown_by = {"region"};
    const auto before    = json::serialize(answer().at("record_map"));
    for (std::size_t n = 0; n != 20; ++n) request.records[n].metadata["region"] = n % 3 ? "north" : "south";
    std::ranges::for_each(request.records, [](auto& record) { record.metadata["created"] = "2025-01-01"; });
    BOOST_TEST(json::serialize(answer().at("record_map")) == before);
}

BOOST_AUTO_TEST_CASE(without_an_embedder_there_is_no_map)
{
    corpus(5);
    call.embedder_override = nullptr;
    const auto response    = answer();
    BOOST_TEST(!response.contains("record_map"));
    BOOST_TEST(response.contains("themes"));
}

BOOST_AUTO_TEST_CASE(a_failed_embedder_fails_the_request_before_any_model_call)
{
    corpus(5);
    engine.failure = sdk::errc::llm_rate_limited;
    for (const auto mode : {analysis_mode::single_pass, analysis_mode::hierarchical})
    {
        request.mode = mode;
        BOOST_TEST((failure().code() == sdk::errc::llm_rate_limited));
    }
    BOOST_TEST(model.requests.empty());
}

BOOST_AUTO_TEST_CASE(a_dry_run_embeds_and_needs_no_places)
{
    corpus(10);
    for (const auto mode : {analysis_mode::single_pass, analysis_mode::hierarchical})
    {
        request.mode = mode;
        engine.texts.clear();
        std::any reusable;
        call.reusable_value = &reusable;
        BOOST_TEST(!answer().contains("record_map"));
        BOOST_TEST(!answer().contains("record_map"));
        // The second run of hierarchical mode has the chunks of the first one.
        BOOST_TEST(engine.texts.size() == (mode == analysis_mode::hierarchical ? 10u : 20u));
    }
}

BOOST_AUTO_TEST_CASE(no_content_gives_an_empty_map)
{
    record("a", "");
    BOOST_TEST(json::serialize(answer().at("record_map")) == R"({"record_ids":[],"x":[],"y":[]})");
    BOOST_TEST(engine.texts.empty());
}

BOOST_AUTO_TEST_CASE(a_large_map_is_a_sample)
{
    std::vector<feedback::record>        records;
    std::vector<const feedback::record*> pointers;
    for (std::size_t n = 0; n != 100; ++n) records.push_back({.id = "id-" + std::to_string(100 + n), .content = "c"});
    for (const auto& record : records) pointers.push_back(&record);
    const std::vector<hierarchy::map_place> places(100, {1'000, 1'000});

    const auto whole = analyze_bulk::map_of(pointers, places);
    BOOST_TEST(whole.record_ids.size() == 100u);
    BOOST_TEST(!whole.record_ids_omitted);

    const auto part = analyze_bulk::map_of(pointers, places, 1'000);
    BOOST_TEST(part.record_ids.size() == 52u); // 19 bytes each
    BOOST_TEST(part.x.size() == 52u);
    BOOST_TEST(part.y.size() == 52u);
    BOOST_TEST(part.record_ids_omitted.value() == 48);
    BOOST_TEST(part.record_ids.front() == "id-100");
    BOOST_TEST(part.record_ids[26] == "id-150");
    BOOST_TEST(sdk::to_json(part).size() <= 1'000u + 60u);
}

BOOST_AUTO_TEST_CASE(a_map_needs_detail_themes)
{
    analyze_bulk::request parsed;
    const auto body = json::parse(R"({"feedback_records":[{"id":"a","content":"b"}],"prompt":"p","record_map":true})");
    const auto issues = sdk::read(sdk::schema_of<analyze_bulk::request>(), body, &parsed);
    BOOST_REQUIRE(issues.size() == 1u);
    BOOST_TEST(issues[0].field == "record_map");
}

BOOST_AUTO_TEST_SUITE_END()
