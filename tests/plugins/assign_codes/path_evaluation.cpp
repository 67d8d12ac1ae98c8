#include "path_evaluation.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim;
using namespace verbatim::assign_codes;
using sdk::errc;

namespace {

struct a_path
{
    framework           codes{{{"1", "Health", {{"2", "Medicine", {{"3", "Stock-outs", {{"4", "Insulin", {}}}}}}}}}};
    std::vector<option> options = flatten(codes);

    path_evaluation down(std::optional<double> threshold, std::vector<double> scores, std::size_t option = 2)
    {
        path_evaluation evaluation{options[option], threshold};
        for (const auto score : scores)
        {
            BOOST_REQUIRE(!evaluation.finished());
            evaluation.add_score({score, "e"});
        }
        return evaluation;
    }
    path_evaluation lost(errc code)
    {
        path_evaluation evaluation{options[2], {}};
        evaluation.fail(sdk::error{code});
        return evaluation;
    }

    static errc failure(const std::vector<path_evaluation>& evaluations)
    {
        try
        {
            path_outcomes{evaluations};
        }
        catch (const sdk::error& thrown)
        {
            return thrown.code();
        }
        BOOST_FAIL("nothing was thrown");
        return {};
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(walk_, a_path)

BOOST_AUTO_TEST_CASE(levels_are_judged_in_order)
{
    path_evaluation evaluation{options[2], 0.5};
    for (std::size_t level = 1; level <= 3; ++level)
    {
        BOOST_TEST(!evaluation.finished());
        BOOST_TEST(!evaluation.accepted());
        BOOST_TEST(evaluation.next_level() == level);
        evaluation.add_score({0.9, "e"});
    }
    BOOST_TEST(evaluation.finished());
    BOOST_TEST(evaluation.accepted());
    BOOST_TEST(!evaluation.rejected());
}

BOOST_AUTO_TEST_CASE(a_score_below_the_threshold_rejects_and_an_equal_one_passes)
{
    const auto below = down(0.5, {0.5, 0.49});
    BOOST_TEST(below.finished());
    BOOST_TEST(below.rejected());
    BOOST_TEST(!below.accepted());
    BOOST_TEST(below.candidate().levels.size() == 2u);

    BOOST_TEST(down(0.5, {0.5, 0.5, 0.5}).accepted());
    BOOST_TEST(down(0.5, {0.5, 0.5, 0.4}).rejected());
    BOOST_TEST(down(1.0, {1.0, 1.0, 1.0}).accepted());
    BOOST_TEST(down(0.0, {0.0, 0.0, 0.0}).accepted());
}

BOOST_AUTO_TEST_CASE(without_a_threshold_every_level_is_judged)
{
    BOOST_TEST(down({}, {0, 0, 0, 0}, 3).accepted());
    BOOST_TEST(!down({}, {0, 0, 0}, 3).finished());
}

BOOST_AUTO_TEST_CASE(a_failed_evaluation_is_neither_accepted_nor_rejected)
{
    auto evaluation = down(0.5, {0.9, 0.9, 0.9});
    evaluation.fail(sdk::error{errc::llm_error});
    BOOST_TEST(evaluation.finished());
    BOOST_TEST(!evaluation.accepted());
    BOOST_TEST(!evaluation.rejected());
}

BOOST_AUTO_TEST_CASE(failed_evaluations_are_left_out_if_others_remain)
{
    const std::vector<path_evaluation> evaluations{lost(errc::llm_timeout), down(0.5, {0.9, 0.9, 0.9}),
                                                   down(0.5, {0.1})};
    const path_outcomes                outcomes{evaluations};
    BOOST_TEST(outcomes.accepted.size() == 1u);
    BOOST_TEST(outcomes.rejected.size() == 1u);

    const std::vector<path_evaluation> none_accepted{lost(errc::llm_timeout), down(0.5, {0.1})};
    BOOST_TEST(path_outcomes{none_accepted}.rejected.size() == 1u);
}

BOOST_AUTO_TEST_CASE(if_all_fail_the_common_cause_is_thrown)
{
    for (const auto why : {errc::llm_rate_limited, errc::llm_error, errc::llm_timeout, errc::analysis_timeout})
    {
        BOOST_TEST((failure({lost(why)}) == why));
        BOOST_TEST((failure({lost(why), lost(why), lost(why)}) == why));
    }
}

BOOST_AUTO_TEST_CASE(different_causes_or_unreadable_output_are_analysis_unavailable)
{
    BOOST_TEST((failure({lost(errc::llm_error), lost(errc::llm_timeout)}) == errc::analysis_unavailable));
    BOOST_TEST((failure({lost(errc::llm_timeout), lost(errc::analysis_timeout)}) == errc::analysis_unavailable));
    BOOST_TEST(
        (failure({lost(errc::analysis_unavailable), lost(errc::analysis_unavailable)}) == errc::analysis_unavailable));
    BOOST_TEST((failure({lost(errc::llm_error), lost(errc::analysis_unavailable)}) == errc::analysis_unavailable));
}

BOOST_AUTO_TEST_CASE(causes_that_callers_cannot_act_on_are_analysis_unavailable)
{
    for (const auto why : {errc::content_policy_violation, errc::payload_too_large})
        BOOST_TEST((failure({lost(why), lost(why)}) == errc::analysis_unavailable));
}

BOOST_AUTO_TEST_CASE(the_longest_retry_after_is_used)
{
    std::vector<path_evaluation> evaluations;
    for (const int seconds : {20, 90, 40})
    {
        sdk::error limited{errc::llm_rate_limited};
        limited.retry_after = std::chrono::seconds{seconds};
        evaluations.emplace_back(options[2], std::nullopt).fail(limited);
    }
    BOOST_CHECK_EXCEPTION(path_outcomes{evaluations}, sdk::error,
                          [](const sdk::error& error) { return error.retry_after == std::chrono::seconds{90}; });
}

BOOST_AUTO_TEST_SUITE_END()
