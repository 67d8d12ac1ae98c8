#include "confidence.hpp"

#include "records.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace verbatim::coding_agreement;

namespace {

scored_suggestions suggestions(std::vector<scored_suggestion> list, std::size_t human_codes)
{
    std::ranges::sort(list, std::ranges::greater{}, &scored_suggestion::confidence);
    return {std::move(list), human_codes};
}

const auto some = suggestions({{0.9, true}, {0.8, false}, {0.8, true}, {0.6, true}, {0.2, false}}, 4);

} // namespace

BOOST_AUTO_TEST_SUITE(confidence)

BOOST_AUTO_TEST_CASE(a_bound_belongs_to_the_lower_bin)
{
    const auto result =
        calibrate(suggestions({{0, true}, {0.1, true}, {0.7, true}, {0.70001, true}, {1, true}}, 5), 10);
    const std::vector<std::size_t> expected{2, 0, 0, 0, 0, 0, 1, 1, 0, 1};
    BOOST_REQUIRE(result.bins.size() == expected.size());
    for (std::size_t n = 0; n != expected.size(); ++n) BOOST_TEST(result.bins[n].count == expected[n], n);
    BOOST_TEST(!result.bins[1].precision.has_value());
    BOOST_TEST(!result.bins[1].low.has_value());
    BOOST_TEST(result.bins[0].precision.value() == 1);
}

BOOST_AUTO_TEST_CASE(the_calibration_error_is_the_weighted_distance_of_the_bins)
{
    const auto result = calibrate(suggestions({{0.9, true}, {0.9, false}, {0.3, false}, {0.3, false}}, 2), 2);
    BOOST_TEST(result.expected_error == 0.5 * 0.4 + 0.5 * 0.3, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(result.brier_score == (0.01 + 0.81 + 0.09 + 0.09) / 4, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(the_precision_of_a_bin_has_a_wilson_interval)
{
    const auto result = calibrate(suggestions({{0.9, true}, {0.9, true}}, 2), 1);
    BOOST_TEST(result.bins[0].low.value() == 0.342380, boost::test_tools::tolerance(1e-5));
    BOOST_TEST(result.bins[0].high.value() == 1);
}

BOOST_AUTO_TEST_CASE(equal_confidences_are_accepted_or_rejected_together)
{
    const auto best = best_f1(some).value();
    BOOST_TEST(best.confidence == 0.6);
    BOOST_TEST(best.suggestions == 4U);
    BOOST_TEST(best.precision == 0.75);
    BOOST_TEST(best.recall == 0.75);
    BOOST_TEST(best.f1 == 0.75);
    BOOST_TEST(best.low < best.precision);
    BOOST_TEST(best.high > best.precision);
}

BOOST_AUTO_TEST_CASE(the_lowest_threshold_with_a_precision_is_reported)
{
    BOOST_TEST(lowest_with_precision(some, 0.7).value().confidence == 0.6);
    BOOST_TEST(lowest_with_precision(some, 0.76).value().confidence == 0.9);
    BOOST_TEST(lowest_with_precision(some, 0).value().confidence == 0.2);
    BOOST_TEST(!lowest_with_precision(suggestions({{0.9, false}}, 1), 0.5).has_value());
}

BOOST_AUTO_TEST_CASE(a_precision_is_assured_by_its_lower_bound)
{
    // `right` suggestions of `count` are correct, at each confidence from high to low.
    struct step
    {
        double      confidence;
        std::size_t count, right;
    };
    const auto of = [](const std::vector<step>& steps) {
        std::vector<scored_suggestion> list;
        for (const auto& [confidence, count, right] : steps)
            for (std::size_t n = 0; n != count; ++n) list.push_back({confidence, n < right});
        return suggestions(std::move(list), 1'000);
    };
    const struct
    {
        const char*           name;
        std::vector<step>     steps;
        double                wanted;
        std::optional<double> expected;
    } table[]{
        {"49 are too few", {{0.9, 49, 49}}, 0.5, {}},
        {"50 of 50 assure 0.9", {{0.9, 50, 50}}, 0.9, 0.9},
        {"48 of 50 do not, although they are 0.96", {{0.9, 50, 48}}, 0.9, {}},
        {"the lowest of two", {{0.9, 60, 60}, {0.7, 30, 29}}, 0.9, 0.7},
        {"not over one that fails", {{0.9, 60, 60}, {0.7, 39, 0}}, 0.9, 0.9},
        {"a later start passes where the first fails", {{0.9, 50, 46}, {0.7, 350, 350}}, 0.95, 0.7},
        {"none right", {{0.9, 200, 0}}, 0.1, {}},
    };
    for (const auto& [name, steps, wanted, expected] : table) BOOST_TEST_CONTEXT(name)
        {
            const auto found = lowest_with_assured_precision(of(steps), wanted);
            BOOST_REQUIRE(found.has_value() == expected.has_value());
            if (found) BOOST_TEST(found->confidence == *expected);
        }
    BOOST_TEST(!lowest_with_assured_precision(suggestions(std::vector<scored_suggestion>(60, {0.9, false}), 0), 0)
                    .has_value());
    BOOST_TEST(!lowest_with_assured_precision({}, 0).has_value());
}

BOOST_AUTO_TEST_CASE(of_equal_scores_the_highest_threshold_is_best)
{
    const auto best = best_f1(suggestions({{0.9, false}, {0.5, false}}, 1)).value();
    BOOST_TEST(best.confidence == 0.9);
    BOOST_TEST(best.f1 == 0);
}

BOOST_AUTO_TEST_CASE(without_human_codes_there_is_no_threshold)
{
    BOOST_TEST(!best_f1(suggestions({{0.9, false}}, 0)).has_value());
    BOOST_TEST(!lowest_with_precision(suggestions({{0.9, false}}, 0), 0).has_value());
}

BOOST_AUTO_TEST_CASE(codes_without_confidence_count_as_human_codes_only)
{
    coded_record record{.id = "R", .human = {{"A"}, {"B"}}};
    record.suggested = {{{"A"}, 0.5}, {{"B"}, {}}};
    const complete_codes data{{record}};
    const auto           collected = collect_suggestions(data.codings, positions(1));
    BOOST_TEST(collected.human_codes == 2U);
    BOOST_REQUIRE(collected.suggestions.size() == 1U);
    BOOST_TEST(collected.suggestions[0].is_correct);
    BOOST_TEST(best_f1(collected).value().recall == 0.5);
}

BOOST_AUTO_TEST_SUITE_END()
