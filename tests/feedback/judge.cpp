#include "verbatim/feedback/judge.hpp"

#include "verbatim/testing/fake_call.hpp"
#include "verbatim/testing/loop.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim;

namespace {

const auto source = sdk::outbound::trusted("S");
const auto prompt = sdk::outbound::trusted("P");
const auto given  = sdk::outbound::trusted("A");

} // namespace

BOOST_FIXTURE_TEST_SUITE(judge, testing::loop)

BOOST_AUTO_TEST_CASE(an_analysis_is_shown_with_its_source_and_its_question)
{
    testing::fake_call call;
    call.script.says(R"({"quality_score":0.86,"uncertainty_explanation":"One record."})");

    const auto verdict = run(feedback::judge_analysis(call, source, prompt, given));

    const auto& asked = call.script.conversations().at(0);
    BOOST_TEST((verdict == feedback::verdict{.score       = 0.86,
                                             .explanation = "One record.",
                                             .failure     = {},
                                             .paid        = {.calls            = 1,
                                                             .estimated_tokens = (asked.system.size() + asked.user.size()) / 4,
                                                             .tokens           = 2}}));
    BOOST_TEST(asked.form == "analysis_judge");
    BOOST_TEST(asked.user ==
               "<source_text>\nS\n</source_text>\n\n<analyst_prompt>\nP\n</analyst_prompt>\n\n<analysis_to_score>\nA\n"
               "</analysis_to_score>");
}

BOOST_AUTO_TEST_CASE(a_summary_is_weighed_by_three_criteria)
{
    testing::fake_call call;
    call.script.says(R"({"faithfulness":1,"coverage":0.5,"clarity":0})");

    const auto verdict = run(feedback::judge_summary(call, source, given));

    BOOST_TEST(verdict.score.value() == 0.75, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(call.script.conversations().at(0).user ==
               "<source_text>\nS\n</source_text>\n\n<summary_to_score>\nA\n</summary_to_score>");
}

BOOST_AUTO_TEST_CASE(three_equal_marks_are_that_mark)
{
    for (int hundredths = 0; hundredths <= 100; ++hundredths)
    {
        const double mark = hundredths / 100.0;
        const auto   text = std::to_string(mark);
        const auto   read = feedback::read_summary_verdict("{\"faithfulness\":" + text + ",\"coverage\":" + text +
                                                           ",\"clarity\":" + text + "}");
        BOOST_TEST(read.value().score.value() == mark);
    }
}

BOOST_AUTO_TEST_CASE(the_judges_own_connection_is_used)
{
    testing::fake_call call;
    call.own_judge.emplace().says("0.5");
    BOOST_TEST((run(feedback::judge_summary(call, source, given)).score == 0.5));
    BOOST_TEST(call.script.conversations().empty());
}

BOOST_AUTO_TEST_CASE(an_absent_judge_still_yields_a_value)
{
    using enum sdk::errc;
    for (const auto how :
         {llm_error, llm_timeout, llm_rate_limited, content_policy_violation, analysis_timeout, payload_too_large})
    {
        testing::fake_call call;
        call.script.fails(how);
        const auto verdict = run(feedback::judge_analysis(call, source, prompt, given));
        feedback::log_failure(call, verdict);

        BOOST_TEST_CONTEXT(sdk::to_string(how))
        {
            BOOST_TEST(!verdict.score);
            BOOST_TEST(verdict.explanation == feedback::judge_unavailable);
            BOOST_TEST(call.logged.lines().at(0).event == "judge failed");
            BOOST_TEST(call.logged.lines().at(0).facts.at("error_class") == sdk::to_string(how));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_reply_that_cannot_be_read_is_an_absent_judge)
{
    for (const char* reply :
         {"no", "{}", R"({"quality_score":1.01,"uncertainty_explanation":"x"})",
          R"({"quality_score":-0.1,"uncertainty_explanation":"x"})", R"({"quality_score":0.5})",
          R"({"quality_score":0.5,"uncertainty_explanation":" "})", "QUALITY_SCORE: 80%\nEXPLANATION: x",
          "FAITHFULNESS: 1\nCOVERAGE: 2\nCLARITY: 1\nEXPLANATION: x"})
    {
        testing::fake_call call;
        call.script.says(reply);
        const auto verdict = run(feedback::judge_analysis(call, source, prompt, given));
        BOOST_TEST_CONTEXT(reply)
        {
            BOOST_TEST(!verdict.score);
            BOOST_TEST(verdict.failure == "invalid_response");
        }
    }
}

BOOST_AUTO_TEST_CASE(a_message_over_the_raised_cap_is_not_sent)
{
    testing::fake_call call;
    call.script.limited_to({.max_total_tokens = 100, .chars_per_token = 1});
    const auto verdict = run(feedback::judge_analysis(call, source, prompt, given));
    BOOST_TEST(verdict.failure == "payload_too_large");
    BOOST_TEST(call.script.conversations().empty());
}

BOOST_AUTO_TEST_CASE(replies_are_read_with_tolerance)
{
    using feedback::read_analysis_verdict;
    using feedback::read_summary_verdict;
    BOOST_TEST((read_analysis_verdict("FAITHFULNESS: 1\nCOVERAGE: 1\nCLARITY: 0.5\nUNCERTAINTY_EXPLANATION: Fine.")
                    ->explanation == "Fine."));
    BOOST_TEST((read_analysis_verdict("Score: 0\nExplanation: Empty.")->score == 0.0));
    BOOST_TEST((read_summary_verdict("0.8\nbecause it is good")->score == 0.8));
    BOOST_TEST((read_summary_verdict("**1**")->score == 1.0));
    BOOST_TEST((read_summary_verdict("score: 0.25")->score == 0.25));
    for (const char* reply : {"", "1.5", "-1", "good\n0.8", "nan", R"({"faithfulness":1,"coverage":1})"})
        BOOST_TEST_CONTEXT(reply) BOOST_TEST(!read_summary_verdict(reply));
}

BOOST_AUTO_TEST_SUITE_END()
