#include "verbatim/feedback/loose_reply.hpp"

#include <boost/test/unit_test.hpp>

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
