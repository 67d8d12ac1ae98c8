#include "verbatim/statistics/time_series.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

using namespace verbatim::statistics;

namespace {

constexpr auto huge = std::numeric_limits<std::uint64_t>::max();

using series = std::vector<share>;

bool is_near(double value, double expected, double tolerance)
{
    return std::abs(value - expected) <= tolerance * expected;
}

} // namespace

BOOST_AUTO_TEST_SUITE(time_series)

// The exact conditional distribution, by enumeration with integers: twice the smaller tail with mid-p.
BOOST_AUTO_TEST_CASE(the_trend_is_close_to_the_exact_test)
{
    const struct
    {
        series periods;
        double expected;
    } table[]{
        {{{83, 86}, {90, 93}, {129, 136}, {70, 82}}, 0.00353121},
        {{{1, 20}, {2, 20}, {3, 20}, {9, 20}}, 0.00113193},
        {{{4, 10}, {0, 10}, {0, 10}, {0, 10}, {1, 10}}, 0.0474589},
        {{{0, 60}, {1, 60}, {0, 60}, {2, 60}, {2, 60}, {3, 60}}, 0.0354442},
        {{{1, 500}, {1, 40}, {3, 10}}, 7.91378e-06},
        {{{10, 15}, {12, 15}, {9, 15}, {11, 15}}, 1},
        {{{30, 40}, {28, 40}, {20, 40}, {9, 40}}, 3.04119e-07},
        {{{0, 50}, {1, 51}, {1, 49}, {2, 50}, {3, 52}, {5, 48}, {8, 50}}, 4.61263e-05},
        {{{2, 10}, {2, 10}, {2, 10}}, 1},
        {{{7, 12}, {1, 12}}, 0.0142684},
    };
    for (const auto& [periods, expected] : table) BOOST_TEST_CONTEXT(expected)
        {
            const auto p = test_trend(periods).p_value;
            BOOST_TEST(is_near(p, expected, 0.34), p);
        }
}

// All counts in the last period: the normal approximation is wrong by a factor of 1e21 in the second row.
BOOST_AUTO_TEST_CASE(the_most_extreme_trend_is_of_the_right_size)
{
    const auto steep = test_trend(series{{0, 100}, {0, 100}, {0, 100}, {0, 100}, {5, 20}}).p_value; // exact: 1.5e-7
    BOOST_TEST((steep > 1e-8 && steep < 1e-6), steep);
    const auto skewed = test_trend(series{{0, 500}, {0, 40}, {5, 10}}).p_value; // exact: 6.1e-10
    BOOST_TEST((skewed > 1e-11 && skewed < 1e-8), skewed);
}

BOOST_AUTO_TEST_CASE(the_slope_has_the_direction_of_the_share)
{
    BOOST_TEST(test_trend(series{{1, 20}, {2, 20}, {9, 20}}).slope > 0);
    BOOST_TEST(test_trend(series{{9, 20}, {2, 20}, {1, 20}}).slope < 0);
    // More counts, but a smaller share.
    BOOST_TEST(test_trend(series{{9, 20}, {12, 100}}).slope < 0);
}

BOOST_AUTO_TEST_CASE(periods_without_records_keep_their_place)
{
    const auto with_gap = test_trend(series{{1, 20}, {0, 0}, {2, 20}, {9, 20}});
    BOOST_TEST(with_gap.p_value < 0.01);
    BOOST_TEST(with_gap.slope > 0);
    const series flat{{5, 10}, {5, 10}};
    BOOST_TEST(test_trend(flat).p_value > 0.999);
}

// scipy.stats.hypergeom.sf(count - 1, records, sum, total of the period) times the number of windows that have records
// on both sides, scipy 1.17.
BOOST_AUTO_TEST_CASE(a_spike_has_the_tail_of_scipy)
{
    const struct
    {
        series      periods;
        std::size_t period;
        std::size_t last;
        double      expected;
    } table[]{
        {{{1, 50}, {1, 50}, {8, 50}, {1, 50}}, 2, 2, 0.0016790404825},
        {{{0, 100}, {0, 100}, {5, 10}, {0, 100}}, 2, 2, 2.182132365e-08},
        {{{3, 10}, {3, 10}, {3, 10}}, 0, 0, 1},
        {{{3, 10}, {3, 10}, {9, 10}}, 0, 0, 1}, // no window with records before and after it is higher
        {{{1, 1000}, {40, 900}, {2, 1100}, {1, 1000}, {0, 1000}, {2, 1000}}, 1, 1, 1.378712777e-26},
        {{{1, 50}, {2, 50}, {1, 50}, {3, 50}, {9, 50}, {8, 50}, {1, 50}, {0, 50}, {2, 50}, {1, 50}, {1, 50}, {2, 50}},
         4,
         5,
         1.579310381e-05},
    };
    for (const auto& [periods, period, last, expected] : table) BOOST_TEST_CONTEXT(expected)
        {
            const auto result = test_spike(periods);
            BOOST_TEST(result.first == period);
            BOOST_TEST(result.last == last);
            BOOST_TEST(is_near(result.p_value, expected, 1e-6), result.p_value);
        }
}

// The probability that the smallest tail of any split is as small, by enumeration of all tables with fractions.
BOOST_AUTO_TEST_CASE(a_step_has_its_exact_probability_over_all_places)
{
    const struct
    {
        series      periods;
        std::size_t first;
        double      expected;
    } table[]{
        {{{1, 20}, {2, 20}, {3, 20}, {9, 20}}, 3, 0.003108449713671418},
        {{{0, 10}, {0, 10}, {4, 10}, {3, 10}, {4, 10}}, 2, 0.003682443696907791},
        {{{4, 10}, {0, 10}, {0, 10}, {0, 10}, {1, 10}}, 1, 0.008167041099511035},
        {{{0, 60}, {1, 60}, {0, 60}, {2, 60}, {2, 60}, {3, 60}}, 3, 0.12538689680594473},
        {{{1, 500}, {1, 40}, {3, 10}}, 2, 4.7577702759108226e-05},
        {{{10, 15}, {12, 15}, {9, 15}, {11, 15}}, 2, 0.9273425177256284},
        {{{6, 30}, {7, 25}, {1, 40}, {0, 20}, {1, 35}}, 2, 0.0001364805755243338},
        {{{7, 12}, {1, 12}}, 1, 0.027190738995827163},
        {{{0, 0}, {1, 20}, {2, 20}, {0, 0}, {3, 20}, {9, 20}}, 5, 0.003108449713671418}, // gaps are no places
    };
    for (const auto& [periods, first, expected] : table) BOOST_TEST_CONTEXT(expected)
        {
            const auto result = test_step(periods);
            BOOST_TEST(result.first == first);
            BOOST_TEST(is_near(result.p_value, expected, 1e-6), result.p_value);
        }
}

// Without a change, the probability is at most as small as it says: exact tests keep their level.
BOOST_AUTO_TEST_CASE(a_step_without_a_change_is_as_rare_as_its_probability)
{
    constexpr int   trials = 4'000;
    std::mt19937_64 random{6};
    int             below = 0;
    for (int trial = 0; trial != trials; ++trial)
    {
        series periods(20, {0, 30});
        for (int n = 0; n != 25;)
            if (auto& period = periods[random() % periods.size()]; random() % period.total >= period.count)
                ++period.count, ++n;
        below += test_step(periods).p_value <= 0.05;
    }
    BOOST_TEST(below <= trials * 6 / 100, below);
    BOOST_TEST(below >= trials * 3 / 100, below); // and it is not needlessly cautious
}

BOOST_AUTO_TEST_CASE(large_or_extreme_steps_have_a_bound)
{
    const auto large = test_step(series(50, {40'000, 100'000}));
    BOOST_TEST(large.p_value == 1);
    series extreme(50, {10, 1'000});
    for (std::size_t n = 20; n != 50; ++n) extreme[n].count = 60;
    const auto result = test_step(extreme);
    BOOST_TEST(result.first == 20u);
    BOOST_TEST((result.p_value >= 0 && result.p_value < 1e-12), result.p_value);
}

BOOST_AUTO_TEST_CASE(the_kind_of_change_that_is_there_fits_best)
{
    const struct
    {
        std::vector<std::uint64_t> counts;
        char                       best;
    } table[]{
        {{1, 2, 4, 5, 7, 9, 10, 12, 13, 15, 16, 18}, 't'}, {{18, 16, 15, 13, 12, 10, 9, 7, 5, 4, 2, 1}, 't'},
        {{4, 5, 4, 6, 5, 4, 5, 15, 16, 14, 15, 16}, 's'},  {{15, 16, 14, 15, 16, 4, 5, 4, 6, 5, 4, 5}, 's'},
        {{4, 5, 4, 6, 5, 20, 21, 4, 5, 4, 5, 6}, 'p'},
    };
    for (const auto& [counts, best] : table)
        for (const std::uint64_t copies : {1, 8}) // longer and shorter periods give the same answer
        {
            series periods;
            for (const auto count : counts)
                for (std::uint64_t n = 0; n != copies; ++n)
                    periods.push_back({count / copies + (n < count % copies), 200 / copies});
            const auto trend = test_trend(periods).fit, step = test_step(periods).fit, spike = test_spike(periods).fit;
            const auto highest = std::max({trend, step, spike});
            BOOST_TEST(best == (highest == trend  ? 't'
                                : highest == step ? 's'
                                                  : 'p'),
                       trend << " " << step << " " << spike << " in " << periods.size() << " periods");
        }
}

BOOST_AUTO_TEST_CASE(series_without_information_yield_no_finding)
{
    const series table[]{{},
                         {{0, 0}},
                         {{0, 10}},
                         {{10, 10}},
                         {{0, 0}, {0, 0}},
                         {{0, 5}, {0, 7}},
                         {{5, 5}, {7, 7}},
                         {{3, 7}},
                         {{0, 0}, {3, 7}, {0, 0}}};
    for (const auto& periods : table)
    {
        BOOST_TEST(test_trend(periods).p_value == 1);
        BOOST_TEST(test_step(periods).p_value == 1);
        BOOST_TEST(test_spike(periods).p_value == 1);
        BOOST_TEST(test_trend(periods).fit == 0);
        BOOST_TEST(test_step(periods).fit == 0);
        BOOST_TEST(test_spike(periods).fit == 0);
    }
}

BOOST_AUTO_TEST_CASE(huge_counts_yield_probabilities)
{
    const series table[]{{{0, huge / 2}, {huge / 2, huge / 2}},
                         {{huge / 8, huge / 4}, {huge / 8, huge / 4}, {huge / 8 + 5, huge / 4}},
                         {{0, 1}, {1, huge / 2}, {0, 1}},
                         {{1, 1}, {0, huge / 2}, {0, 1}},
                         {{1'000'000, 1'000'000'000}, {1'004'000, 1'000'000'000}}};
    for (const auto& periods : table)
        for (const double p : {test_trend(periods).p_value, test_step(periods).p_value, test_spike(periods).p_value})
            BOOST_TEST((p >= 0 && p <= 1), p);
}

BOOST_AUTO_TEST_CASE(impossible_counts_are_rejected)
{
    for (const auto& periods : {series{{2, 1}}, series{{0, huge}, {0, 1}}})
    {
        BOOST_CHECK_THROW(test_trend(periods), std::invalid_argument);
        BOOST_CHECK_THROW(test_step(periods), std::invalid_argument);
        BOOST_CHECK_THROW(test_spike(periods), std::invalid_argument);
    }
}

BOOST_AUTO_TEST_SUITE_END()
