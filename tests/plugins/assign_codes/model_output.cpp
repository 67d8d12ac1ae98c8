#include "model_output.hpp"

#include "verbatim/feedback/output_schema.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::assign_codes;
namespace feedback = verbatim::feedback;

namespace {

using positions = std::vector<std::size_t>;

positions picked(std::string_view reply) { return parse_selection(reply, 5).value(); }
bool      is_unreadable(std::string_view reply) { return !parse_selection(reply, 5); }

} // namespace

BOOST_AUTO_TEST_SUITE(replies)

BOOST_AUTO_TEST_CASE(positions_are_parsed_in_order)
{
    BOOST_TEST((picked(R"({"selected":[3,0,4]})") == positions{3, 0, 4}));
    BOOST_TEST((picked("```json\n{\"selected\": [2]}\n```") == positions{2}));
    BOOST_TEST((picked("```json {\"selected\":[4]} ```") == positions{4}));
    BOOST_TEST((picked(R"( {"why":"x","selected":[1]} )") == positions{1}));
    BOOST_TEST((picked("[1, 2]") == positions{1, 2}));
}

BOOST_AUTO_TEST_CASE(elements_that_are_no_position_are_skipped)
{
    BOOST_TEST((picked(R"({"selected":["3"," 1 ",2.0,4]})") == positions{3, 1, 2, 4}));
    BOOST_TEST((picked(R"({"selected":[null,true,"x","","1x","2.5",1.5,[3],{"a":1},2]})") == positions{2}));
    BOOST_TEST((picked(R"({"selected":[5,-1,"-2","5",4]})") == positions{4}));
    BOOST_TEST((picked(R"({"selected":[18446744073709551615,-9223372036854775808,1e300,"99999999999999999999",0]})") ==
                positions{0}));
    BOOST_TEST((picked(R"({"selected":[2,"2",2.0,1,2]})") == positions{2, 1}));
}

BOOST_AUTO_TEST_CASE(an_unreadable_output_is_no_empty_one)
{
    BOOST_TEST(picked(R"({"selected":[]})").empty());
    for (const char* reply :
         {"", " ", "none fits", "{}", "null", "3", "\"3\"", R"({"selected":3})", R"({"selected":null})",
          R"({"selected":{"0":1}})", R"({"selected":[1)", R"({"Selected":"[1]"})", "```", "\xff\xfe"})
        BOOST_TEST(is_unreadable(reply), reply);
    BOOST_TEST(is_unreadable(std::string(100'000, '[')));
}

BOOST_AUTO_TEST_CASE(options_that_all_do_not_exist_are_unreadable)
{
    for (const char* reply : {R"({"selected":[5]})", R"({"selected":["x",-1]})", R"({"selected":[null]})"})
        BOOST_TEST(is_unreadable(reply), reply);
    BOOST_TEST(!parse_selection(R"({"selected":[0]})", 0));
}

BOOST_AUTO_TEST_CASE(scores_are_parsed_from_json_or_labelled_lines)
{
    const auto strict = parse_level_score(R"({"score":0.75,"explanation":"About water."})");
    BOOST_TEST(strict.value().score == 0.75);
    BOOST_TEST(strict->explanation == "About water.");
    const auto loose = parse_level_score("**Score**: 1\nExplanation: It\nsays so.");
    BOOST_TEST(loose.value().score == 1);
    BOOST_TEST(loose->explanation == "It\nsays so.");
    BOOST_TEST(parse_level_score("```json\n{\"SCORE\": \"0\", \"explanation\": \"no\"}\n```").value().score == 0);
}

BOOST_AUTO_TEST_CASE(output_without_a_valid_score_is_unreadable)
{
    for (const char* reply : {"", "0.7", "good", "{}", R"({"explanation":"x"})", R"({"score":1.01,"explanation":"x"})",
                              R"({"score":-0.01,"explanation":"x"})", R"({"score":null,"explanation":"x"})",
                              R"({"score":"high","explanation":"x"})", R"({"score":1e999,"explanation":"x"})",
                              "SCORE: NaN\nEXPLANATION: x", "SCORE: 170%\nEXPLANATION: x"})
        BOOST_TEST(!parse_level_score(reply).has_value(), reply);
}

BOOST_AUTO_TEST_CASE(a_score_without_an_explanation_is_used)
{
    for (const char* output : {R"({"score":0.5})", R"({"score":0.5,"explanation":" "})", "SCORE: 0.5"})
        BOOST_TEST_CONTEXT(output)
        {
            const auto read = parse_level_score(output);
            BOOST_TEST(read.value().score == 0.5);
            BOOST_TEST(read->explanation == "The judge gave no explanation.");
        }
}

BOOST_AUTO_TEST_CASE(a_score_is_read_from_an_answer_that_ends_behind_it)
{
    const auto& schema = feedback::output_schema_of<level_score>("code_judge", true);
    const auto  read   = [&](std::string_view output) {
        const auto reading = schema.read(schema, output);
        return parse_level_score(reading.json.value_or(""));
    };
    for (const char* output : {R"({"score": 0.8, "explanation": "The tap, the tap, the)", R"({"score": 0.8, "expl)",
                               R"({"score": 0.8,)", R"({"result": {"score": 0.8, "explanation": "The)"})
        BOOST_TEST(read(output).value().score == 0.8, output);
    // Further digits may follow.
    for (const char* output : {R"({"score": 0)", R"({"score": 0.8)", R"({"explanation": "The tap)"})
        BOOST_TEST(!read(output).has_value(), output);
}

BOOST_AUTO_TEST_CASE(picks_of_several_records_are_read_by_number)
{
    using picks = std::vector<std::optional<positions>>;
    const picks expected{positions{2, 0}, std::nullopt, positions{}};
    for (const auto* output :
         {R"({"records": [{"record": 2, "selected": []}, {"record": 0, "selected": [2, "0", 2, 9, -1, 1.5]}]})",
          R"([{"record": "0", "selected": [2, 0]}, {"record": 2, "selected": []}])",
          "```json\n{\"records\": [{\"record\": 0, \"selected\": [2, 0]}, {\"record\": 2, \"selected\": [],},]}\n```"})
        BOOST_TEST((parse_bulk_selection(output, 3, 3) == expected), output);
}

BOOST_AUTO_TEST_CASE(invented_repeated_and_malformed_records_are_dropped)
{
    const auto read =
        parse_bulk_selection(R"({"records": [{"record": 3, "selected": [0]}, {"record": -1, "selected": [0]},
        {"record": 1, "selected": [1]}, {"record": 1, "selected": [2]}, {"record": 0}, {"record": 2, "selected": "all"},
        {"record": null, "selected": [0]}, [0], 7, {"selected": [0]}]})",
                             3, 3);
    BOOST_TEST(!read.at(0).has_value());
    BOOST_TEST((read.at(1) == positions{1}));
    BOOST_TEST(!read.at(2).has_value());
    for (const auto* output : {"", "no", "7", "{}", R"({"records": {}})", R"({"records": 7})", R"({"selected": [0]})"})
        for (const auto& picks : parse_bulk_selection(output, 2, 3)) BOOST_TEST(!picks.has_value(), output);
}

BOOST_AUTO_TEST_CASE(scores_of_several_levels_are_read_by_number)
{
    const auto read = parse_bulk_scores(R"({"scores": [
        {"item": 1, "levels": [{"score": 0.5, "explanation": "fits"}, {"score": "80 %", "explanation": "more"}]},
        {"item": 1, "levels": [{"score": 1, "explanation": "again"}]},
        {"item": 0, "levels": [{"score": 1.5, "explanation": "too much"}, {"score": 1, "explanation": "below it"}]},
        {"item": 2, "levels": [{"score": 0.5, "explanation": "fits"}, {"score": 0.5}, 7]},
        {"item": 9, "levels": [{"score": 1, "explanation": "invented"}]},
        {"item": "3", "levels": [{"score": 0, "explanation": "no"}]}]})",
                                        5);
    BOOST_TEST(read.at(0).empty());
    BOOST_REQUIRE(read.at(1).size() == 2u);
    BOOST_TEST(read[1][0].score == 0.5);
    BOOST_TEST(read[1][0].explanation == "fits");
    BOOST_TEST(read[1][1].score == 0.8);
    BOOST_TEST(read.at(2).size() == 2u);
    BOOST_REQUIRE(read.at(3).size() == 1u);
    BOOST_TEST(read[3][0].score == 0.0);
    BOOST_TEST(read.at(4).empty());
    for (const auto* output : {"", "no", R"({"score": 0.5, "explanation": "alone"})", R"({"scores": 7})",
                               R"({"scores": [{"item": 0}, {"item": 1, "levels": {}}]})"})
        for (const auto& levels : parse_bulk_scores(output, 2)) BOOST_TEST(levels.empty(), output);
}

BOOST_AUTO_TEST_SUITE_END()
