#include "verbatim/feedback/completion_fields.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>

using namespace verbatim;

namespace {

feedback::completion_fields parse(std::string_view completion) { return {completion, {"score", "explanation"}}; }

} // namespace

BOOST_AUTO_TEST_SUITE(loose_reply)

BOOST_AUTO_TEST_CASE(every_format_gives_the_same_fields)
{
    for (const char* completion : {R"({"score":0.5,"explanation":"thin"})", R"({"Score":"0.5","EXPLANATION":" thin "})",
                                   "```json\n{\"score\":0.5,\"explanation\":\"thin\"}\n```",
                                   "Here it is:\n```\n{\"score\":0.5,\"explanation\":\"thin\"}\n```\nDone.",
                                   "SCORE: 0.5\nEXPLANATION: thin", "score: .5\r\nexplanation: thin\r\n",
                                   "**Score:** 0.5\n**Explanation:** thin", "- Score: 0.5\n- Explanation: thin",
                                   "```\nSCORE: 0.5\nEXPLANATION: thin\n```", "EXPLANATION: thin\nSCORE: +0.5"})
        BOOST_TEST_CONTEXT(completion)
        {
            BOOST_TEST((parse(completion).number({"score"}) == 0.5));
            BOOST_TEST((parse(completion).text({"explanation"}) == "thin"));
        }
}

BOOST_AUTO_TEST_CASE(json_is_found_in_a_fence_of_any_form)
{
    const std::string object = R"({"a":1})";
    for (const std::string& completion :
         {object, " \n" + object + "\n", "```json\n" + object + "\n```", "```json " + object + " ```",
          "```" + object + "```", "```json" + object + "```", "```\n" + object, "~~~\n" + object + "\n~~~",
          "````json\r\n" + object + "\r\n````", "It is:\n```JSON\n" + object + "\n```\nDone.",
          "Not ```this``` but ```json\n" + object + "\n```"})
        BOOST_TEST(feedback::find_json(completion) == object, completion);
    BOOST_TEST(feedback::find_json("```[1]```") == "[1]");
}

BOOST_AUTO_TEST_CASE(a_fence_inside_json_is_a_text_of_it)
{
    const std::string object = "{\n  \"score\": 0.5,\n  \"explanation\": \"it says ```\\nno``` here\"\n}";
    for (const std::string& completion : {object, "```json\n" + object + "\n```"}) BOOST_TEST_CONTEXT(completion)
        {
            BOOST_TEST(feedback::find_json(completion) == object);
            BOOST_TEST((parse(completion).number({"score"}) == 0.5));
            BOOST_TEST((parse(completion).text({"explanation"}) == "it says ```\nno``` here"));
        }
}

BOOST_AUTO_TEST_CASE(without_json_the_trimmed_output_is_returned)
{
    for (const char* completion :
         {"", "none", "```", "```json", "``` ```", "```json\nnone\n```", "{", "```{```", "0.5", "``{}``"})
        BOOST_TEST(feedback::find_json(completion) == completion);
    std::string fences;
    for (int n = 0; n != 20'000; ++n) fences += "```{\n";
    BOOST_TEST(feedback::find_json(fences) == fences.substr(0, fences.size() - 1));
}

BOOST_AUTO_TEST_CASE(labelled_lines_may_hold_or_stand_in_a_fence)
{
    for (const char* completion :
         {"SCORE: 0.5\nEXPLANATION: says ```no``` twice", "EXPLANATION: says ```no``` twice\nSCORE: 0.5"})
        BOOST_TEST((parse(completion).text({"explanation"}) == "says ```no``` twice"), completion);
    const auto fenced = parse("So:\n```\nSCORE: 0.5\nEXPLANATION: thin\n```\nThat is all.");
    BOOST_TEST((fenced.text({"explanation"}) == "thin"));
    BOOST_TEST((parse("```SCORE: 0.5```").number({"score"}) == 0.5));
}

BOOST_AUTO_TEST_CASE(negative_zero_is_zero)
{
    for (const char* completion : {R"({"score":-0.0})", R"({"score":"-0"})", "SCORE: -0.0", "SCORE: 0"})
    {
        const auto number = parse(completion).number({"score"});
        BOOST_TEST((number && *number == 0 && !std::signbit(*number)), completion);
    }
}

BOOST_AUTO_TEST_CASE(a_labelled_text_extends_to_the_next_label)
{
    const auto fields = parse("EXPLANATION: first\nNote: second\n\nthird\nSCORE: 1");
    BOOST_TEST((fields.text({"explanation"}) == "first\nNote: second\n\nthird"));
    BOOST_TEST((fields.number({"score"}) == 1.0));
}

BOOST_AUTO_TEST_CASE(missing_fields_have_no_value)
{
    for (const char* completion : {"", "   ", "no idea", "{", "[0.5]", "0.5", "{\"score\":null}", "{\"score\":true}",
                                   "{\"score\":[0.5]}", "SCORE:", "SCORE: nan", "SCORE: inf", "SCORE: 0.5 of 1",
                                   "SCORE: 1/2", "{\"score\":1e400}", "SCORE 0.5", "```"})
        BOOST_TEST_CONTEXT(completion) BOOST_TEST(!parse(completion).number({"score"}));
    BOOST_TEST(!parse(R"({"explanation":"  "})").text({"explanation"}));
    BOOST_TEST(!parse(R"({"explanation":3})").text({"explanation"}));
}

BOOST_AUTO_TEST_SUITE_END()
