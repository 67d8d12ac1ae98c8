#include "verbatim/feedback/completion_fields.hpp"

#include "verbatim/sdk/text.hpp"

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

BOOST_AUTO_TEST_CASE(a_fence_inside_json_is_a_text_of_it)
{
    const std::string object = "{\n  \"score\": 0.5,\n  \"explanation\": \"it says ```\\nno``` here\"\n}";
    for (const std::string& completion : {object, "```json\n" + object + "\n```"}) BOOST_TEST_CONTEXT(completion)
        {
            BOOST_TEST((parse(completion).number({"score"}) == 0.5));
            BOOST_TEST((parse(completion).text({"explanation"}) == "it says ```\nno``` here"));
        }
}

BOOST_AUTO_TEST_CASE(fractions_and_percentages_are_scores)
{
    for (const char* completion :
         {"SCORE: 8/10", "SCORE: 80 %", "**Score:** 80%", R"({"score":"8/10"})", "{'score': 80%}"})
        BOOST_TEST((parse(completion).number({"score"}) == 0.8), completion);
    BOOST_TEST(!parse("SCORE: 12/10").number({"score"}));
}

BOOST_AUTO_TEST_CASE(objects_are_repaired)
{
    for (const char* completion :
         {R"({"result":{"score":0.5,"explanation":"thin"}})",
          R"({"output": {"answer": {"SCORE": 0.5, "explanation": "thin"}}})", R"([{"score":0.5,"explanation":"thin"}])",
          R"({"S-core": 0.5, "Explanation": "thin", "reason": "none"})", R"({"score":0.5,"explanation":"thin")",
          R"({'score': 0.5, 'explanation': 'thin',})",
          R"({"draft": true} {"score": 0.5, "explanation": "thin"} {"end": 1})",
          "I read all of it.\n{\"result\": {\"score\": 0.5, \"explanation\": \"thin\"}"})
        BOOST_TEST_CONTEXT(completion)
        {
            BOOST_TEST((parse(completion).number({"score"}) == 0.5));
            BOOST_TEST((parse(completion).text({"explanation"}) == "thin"));
        }
    for (const char* completion :
         {R"({"score": 0.)", R"({"score": 0.5, "explanation": "thi)", R"({"note": {"score": 1}})"})
        BOOST_TEST(!parse(completion).number({"score"}), completion);
}

BOOST_AUTO_TEST_CASE(labels_take_precedence_over_an_object_in_prose)
{
    const auto fields = parse("SCORE: 0.5\nEXPLANATION: it asks for {\"score\":1}");
    BOOST_TEST((fields.number({"score"}) == 0.5));
    BOOST_TEST((fields.text({"explanation"}) == "it asks for {\"score\":1}"));
    BOOST_TEST((parse("I give it {\"score\":0.5,}").number({"score"}) == 0.5));
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
    for (const char* completion :
         {"", "   ", "no idea", "{", "[0.5]", "0.5", "{\"score\":null}", "{\"score\":true}", "{\"score\":[0.5]}",
          "SCORE:", "SCORE: nan", "SCORE: inf", "SCORE: 0.5 of 1", "{\"score\":1e400}", "SCORE 0.5", "```"})
        BOOST_TEST_CONTEXT(completion) BOOST_TEST(!parse(completion).number({"score"}));
    BOOST_TEST(!parse(R"({"explanation":"  "})").text({"explanation"}));
    BOOST_TEST(!parse(R"({"explanation":3})").text({"explanation"}));
}

BOOST_AUTO_TEST_SUITE_END()
