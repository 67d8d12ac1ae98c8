#include "verbatim/feedback/judge.hpp"

#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/test/unit_test.hpp>

#include <utility>
#include <vector>

using namespace verbatim;

namespace {

const auto source   = sdk::prompt_text{"S"};
const auto prompt   = sdk::prompt_text{"P"};
const auto analysis = sdk::prompt_text{"A"};

} // namespace

BOOST_FIXTURE_TEST_SUITE(judge, testing::event_loop)

BOOST_AUTO_TEST_CASE(the_message_has_source_question_and_analysis)
{
    testing::fake_call call;
    call.llm.reply(R"({"quality_score":0.86,"uncertainty_explanation":"One record."})");

    const auto judgement = run(feedback::judge_analysis(call, source, prompt, analysis));

    const auto& request = call.llm.requests().at(0);
    BOOST_TEST((judgement ==
                feedback::judgement{.score       = 0.86,
                                    .explanation = "One record.",
                                    .error_class = {},
                                    .usage       = {.calls            = 1,
                                                    .estimated_tokens = (request.system.size() + request.user.size()) / 4,
                                                    .tokens           = 2}}));
    BOOST_TEST(request.output_schema == "analysis_judge");
    BOOST_TEST(request.user ==
               "<source_text>\nS\n</source_text>\n\n<analyst_prompt>\nP\n</analyst_prompt>\n\n<analysis_to_score>\nA\n"
               "</analysis_to_score>");
}

BOOST_AUTO_TEST_CASE(the_built_in_model_does_not_judge)
{
    testing::fake_call call;
    call.llm.reply_offline();
    const sdk::prompt_text task{"T"};
    for (const auto& judgement :
         {run(feedback::judge_analysis(call, source, prompt, analysis)),
          run(feedback::judge_summary(call, source, analysis)),
          run(feedback::judge_with_shared_prefix(call, sdk::system_message{task}, source, analysis, {}))})
    {
        BOOST_TEST(judgement.by_built_in);
        BOOST_TEST(!judgement.score);
        BOOST_TEST(judgement.explanation.empty());
        BOOST_TEST(judgement.error_class.empty()); // nothing failed
        BOOST_TEST(judgement.usage.calls == 1u);
        BOOST_TEST(feedback::explanation_without_score(judgement, feedback::label_language::english) ==
                   "Only words were counted; nobody checked the meaning, so there is no quality score.");
    }
}

BOOST_AUTO_TEST_CASE(a_score_of_null_by_a_provider_is_a_failed_judge)
{
    testing::fake_call call;
    call.llm.reply(R"({"quality_score":null,"uncertainty_explanation":"Nobody knows."})");
    const auto judgement = run(feedback::judge_analysis(call, source, prompt, analysis));
    BOOST_TEST(!judgement.by_built_in);
    BOOST_TEST(judgement.error_class == "invalid_response");
}

BOOST_AUTO_TEST_CASE(the_score_of_a_summary_weights_three_criteria)
{
    testing::fake_call call;
    call.llm.reply(R"({"faithfulness":1,"coverage":0.5,"clarity":0})");

    const auto judgement = run(feedback::judge_summary(call, source, analysis));

    BOOST_TEST(judgement.score.value() == 0.75, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(call.llm.requests().at(0).user ==
               "<source_text>\nS\n</source_text>\n\n<summary_to_score>\nA\n</summary_to_score>");
}

BOOST_AUTO_TEST_CASE(three_equal_criteria_give_that_score)
{
    for (int hundredths = 0; hundredths <= 100; ++hundredths)
    {
        const double mark    = hundredths / 100.0;
        const auto   text    = std::to_string(mark);
        const auto judgement = feedback::parse_summary_judgement("{\"faithfulness\":" + text + ",\"coverage\":" + text +
                                                                 ",\"clarity\":" + text + "}");
        BOOST_TEST(judgement.value().score.value() == mark);
    }
}

BOOST_AUTO_TEST_CASE(the_connection_of_judges_is_used)
{
    testing::fake_call call;
    call.judge_llm.emplace().reply("0.5");
    BOOST_TEST((run(feedback::judge_summary(call, source, analysis)).score == 0.5));
    BOOST_TEST(call.llm.requests().empty());
}

BOOST_AUTO_TEST_CASE(a_failed_judge_gives_a_judgement_without_a_score)
{
    using enum sdk::errc;
    for (const auto code :
         {llm_error, llm_timeout, llm_rate_limited, content_policy_violation, analysis_timeout, payload_too_large})
    {
        testing::fake_call call;
        call.llm.fail(code);
        const auto judgement = run(feedback::judge_analysis(call, source, prompt, analysis));
        feedback::log_failure(call, judgement);

        BOOST_TEST_CONTEXT(sdk::to_string(code))
        {
            BOOST_TEST(!judgement.score);
            BOOST_TEST(feedback::explanation_without_score(judgement, feedback::label_language::english) ==
                       "Judge unavailable; the quality score could not be computed for this analysis.");
            BOOST_TEST(call.logged.lines().at(0).event == "judge_failed");
            BOOST_TEST(call.logged.lines().at(0).fields.at("error_class") == sdk::to_string(code));
        }
    }
}

BOOST_AUTO_TEST_CASE(unreadable_output_is_a_failed_judge)
{
    for (const char* completion :
         {"no", "{}", R"({"quality_score":1.01,"uncertainty_explanation":"x"})",
          R"({"quality_score":-0.1,"uncertainty_explanation":"x"})", R"({"quality_score":0.5})",
          R"({"quality_score":0.5,"uncertainty_explanation":" "})", "QUALITY_SCORE: 180%\nEXPLANATION: x",
          "FAITHFULNESS: 1\nCOVERAGE: 2\nCLARITY: 1\nEXPLANATION: x"})
    {
        testing::fake_call call;
        call.llm.reply(completion);
        const auto judgement = run(feedback::judge_analysis(call, source, prompt, analysis));
        BOOST_TEST_CONTEXT(completion)
        {
            BOOST_TEST(!judgement.score);
            BOOST_TEST(judgement.error_class == "invalid_response");
        }
    }
}

/// docs/reference/prompts.md#judge-replies
BOOST_AUTO_TEST_CASE(a_copy_of_an_example_is_a_failed_judge)
{
    const auto examples_of = [](std::string_view system) {
        std::vector<std::string> examples;
        for (auto at = system.find("{\""); at != system.npos; at = system.find("{\"", at + 1))
            examples.emplace_back(system.substr(at, system.find('}', at) + 1 - at));
        BOOST_TEST(examples.size() == 3u);
        return examples;
    };
    const auto fails = [&](const auto& judge, const std::string& reply) {
        testing::fake_call call;
        call.llm.reply(reply);
        const auto judgement = run(judge(call));
        BOOST_TEST(judgement.score.has_value() == judgement.error_class.empty(), reply);
        return !judgement.score;
    };
    const auto system_of = [&](const auto& judge) {
        testing::fake_call call;
        call.llm.reply("no");
        run(judge(call));
        return call.llm.requests().at(0).system;
    };
    const auto of_analysis = [](sdk::call& call) { return feedback::judge_analysis(call, source, prompt, analysis); };
    const auto of_summary  = [](sdk::call& call) { return feedback::judge_summary(call, source, analysis); };
    for (const auto& example : examples_of(system_of(of_analysis))) BOOST_TEST(fails(of_analysis, example), example);
    for (const auto& example : examples_of(system_of(of_summary))) BOOST_TEST(fails(of_summary, example), example);
    BOOST_TEST(!fails(of_analysis, R"({"quality_score":0.75,"uncertainty_explanation":"Two themes are missing."})"));
    BOOST_TEST(!fails(of_summary, R"({"faithfulness":0.948,"coverage":0.752,"clarity":1})"));
    BOOST_TEST(fails(of_summary, R"({"faithfulness":0.953,"coverage":0.752,"clarity":0.984})")); // from two examples
    BOOST_TEST(fails(of_analysis,
                     R"({"quality_score":0.95,"uncertainty_explanation":)"
                     R"("The theme of kites is well supported; two smaller ones are missing. Tents leak."})"));

    for (const auto& example : examples_of(feedback::shared_task_rules().text()))
        BOOST_TEST(!feedback::parse_score(example), example);
    BOOST_TEST(feedback::parse_score(R"({"quality_score": 0.75})").has_value());
}

BOOST_AUTO_TEST_CASE(a_message_over_the_raised_limit_is_not_sent)
{
    testing::fake_call call;
    call.llm.set_limits({.max_total_tokens = 100, .chars_per_token = 1});
    const auto judgement = run(feedback::judge_analysis(call, source, prompt, analysis));
    BOOST_TEST(judgement.error_class == "payload_too_large");
    BOOST_TEST(call.llm.requests().empty());
}

BOOST_AUTO_TEST_CASE(a_message_over_a_limit_that_is_not_enforced_is_sent)
{
    testing::fake_call call;
    call.llm.set_limits({.max_total_tokens = 100, .chars_per_token = 1, .is_enforced = false}).auto_reply();
    const auto judgement = run(feedback::judge_analysis(call, source, prompt, analysis));
    BOOST_TEST(judgement.error_class.empty());
    BOOST_TEST(call.llm.requests().size() == 1u);
}

BOOST_AUTO_TEST_CASE(output_is_parsed_leniently)
{
    using feedback::parse_analysis_judgement;
    using feedback::parse_summary_judgement;
    BOOST_TEST((parse_analysis_judgement("FAITHFULNESS: 1\nCOVERAGE: 1\nCLARITY: 0.5\nUNCERTAINTY_EXPLANATION: Fine.")
                    ->explanation == "Fine."));
    BOOST_TEST((parse_analysis_judgement("Score: 0\nExplanation: Empty.")->score == 0.0));
    BOOST_TEST((parse_summary_judgement("0.8\nbecause it is good")->score == 0.8));
    BOOST_TEST((parse_summary_judgement("**1**")->score == 1.0));
    BOOST_TEST((parse_summary_judgement("score: 0.25")->score == 0.25));
    for (const char* completion : {"", "1.5", "-1", "good\n0.8", "nan", R"({"faithfulness":1,"coverage":1})"})
        BOOST_TEST_CONTEXT(completion) BOOST_TEST(!parse_summary_judgement(completion));
}

BOOST_AUTO_TEST_SUITE_END()
