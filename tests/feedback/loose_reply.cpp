#include "verbatim/feedback/loose_reply.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>

using namespace verbatim;

namespace {

feedback::loose_reply reading(std::string_view reply) { return {reply, {"score", "explanation"}}; }

} // namespace

BOOST_AUTO_TEST_SUITE(loose_reply)

BOOST_AUTO_TEST_CASE(every_form_says_the_same)
{
    for (const char* reply : {R"({"score":0.5,"explanation":"thin"})", R"({"Score":"0.5","EXPLANATION":" thin "})",
                              "```json\n{\"score\":0.5,\"explanation\":\"thin\"}\n```",
                              "Here it is:\n```\n{\"score\":0.5,\"explanation\":\"thin\"}\n```\nDone.",
                              "SCORE: 0.5\nEXPLANATION: thin", "score: .5\r\nexplanation: thin\r\n",
                              "**Score:** 0.5\n**Explanation:** thin", "- Score: 0.5\n- Explanation: thin",
                              "```\nSCORE: 0.5\nEXPLANATION: thin\n```", "EXPLANATION: thin\nSCORE: +0.5"})
        BOOST_TEST_CONTEXT(reply)
        {
            BOOST_TEST((reading(reply).number({"score"}) == 0.5));
            BOOST_TEST((reading(reply).text({"explanation"}) == "thin"));
        }
}

BOOST_AUTO_TEST_CASE(json_is_found_in_a_fence_of_any_form)
{
    const std::string object = R"({"a":1})";
    for (const std::string& reply :
         {object, " \n" + object + "\n", "```json\n" + object + "\n```", "```json " + object + " ```",
          "```" + object + "```", "```json" + object + "```", "```\n" + object, "~~~\n" + object + "\n~~~",
          "````json\r\n" + object + "\r\n````", "It is:\n```JSON\n" + object + "\n```\nDone.",
          "Not ```this``` but ```json\n" + object + "\n```"})
        BOOST_TEST(feedback::json_in(reply) == object, reply);
    BOOST_TEST(feedback::json_in("```[1]```") == "[1]");
}

BOOST_AUTO_TEST_CASE(a_fence_inside_json_is_a_text_of_it)
{
    const std::string object = "{\n  \"score\": 0.5,\n  \"explanation\": \"it says ```\\nno``` here\"\n}";
    for (const std::string& reply : {object, "```json\n" + object + "\n```"}) BOOST_TEST_CONTEXT(reply)
        {
            BOOST_TEST(feedback::json_in(reply) == object);
            BOOST_TEST((reading(reply).number({"score"}) == 0.5));
            BOOST_TEST((reading(reply).text({"explanation"}) == "it says ```\nno``` here"));
        }
}

BOOST_AUTO_TEST_CASE(without_json_all_of_the_reply_is_given_back)
{
    for (const char* reply :
         {"", "none", "```", "```json", "``` ```", "```json\nnone\n```", "{", "```{```", "0.5", "``{}``"})
        BOOST_TEST(feedback::json_in(reply) == reply);
    std::string fences;
    for (int n = 0; n != 20'000; ++n) fences += "```{\n";
    BOOST_TEST(feedback::json_in(fences) == fences.substr(0, fences.size() - 1));
}

BOOST_AUTO_TEST_CASE(labelled_lines_may_hold_or_stand_in_a_fence)
{
    for (const char* reply :
         {"SCORE: 0.5\nEXPLANATION: says ```no``` twice", "EXPLANATION: says ```no``` twice\nSCORE: 0.5"})
        BOOST_TEST((reading(reply).text({"explanation"}) == "says ```no``` twice"), reply);
    const auto fenced = reading("So:\n```\nSCORE: 0.5\nEXPLANATION: thin\n```\nThat is all.");
    BOOST_TEST((fenced.text({"explanation"}) == "thin"));
    BOOST_TEST((reading("```SCORE: 0.5```").number({"score"}) == 0.5));
}

BOOST_AUTO_TEST_CASE(there_is_one_zero)
{
    for (const char* reply : {R"({"score":-0.0})", R"({"score":"-0"})", "SCORE: -0.0", "SCORE: 0"})
    {
        const auto read = reading(reply).number({"score"});
        BOOST_TEST((read && *read == 0 && !std::signbit(*read)), reply);
    }
}

BOOST_AUTO_TEST_CASE(a_labelled_text_goes_on_until_the_next_label)
{
    const auto reply = reading("EXPLANATION: first\nNote: second\n\nthird\nSCORE: 1");
    BOOST_TEST((reply.text({"explanation"}) == "first\nNote: second\n\nthird"));
    BOOST_TEST((reply.number({"score"}) == 1.0));
}

BOOST_AUTO_TEST_CASE(what_is_not_there_is_not_there)
{
    for (const char* reply : {"", "   ", "no idea", "{", "[0.5]", "0.5", "{\"score\":null}", "{\"score\":true}",
                              "{\"score\":[0.5]}", "SCORE:", "SCORE: nan", "SCORE: inf", "SCORE: 0.5 of 1",
                              "SCORE: 1/2", "{\"score\":1e400}", "SCORE 0.5", "```"})
        BOOST_TEST_CONTEXT(reply) BOOST_TEST(!reading(reply).number({"score"}));
    BOOST_TEST(!reading(R"({"explanation":"  "})").text({"explanation"}));
    BOOST_TEST(!reading(R"({"explanation":3})").text({"explanation"}));
}

BOOST_AUTO_TEST_SUITE_END()
