#include "verbatim/statistics/time_series.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
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

// scipy.stats.hypergeom.sf(count - 1, records, sum, total of the period) times the number of windows, scipy 1.17.
BOOST_AUTO_TEST_CASE(a_spike_has_the_tail_of_scipy)
{
    const struct
    {
        series      periods;
        std::size_t period;
        std::size_t last;
        double      expected;
    } table[]{
        {{{1, 50}, {1, 50}, {8, 50}, {1, 50}}, 2, 2, 0.003358080965},
        {{{0, 100}, {0, 100}, {5, 10}, {0, 100}}, 2, 2, 4.36426473e-08},
        {{{3, 10}, {3, 10}, {3, 10}}, 0, 0, 1},
        {{{1, 1000}, {40, 900}, {2, 1100}, {1, 1000}, {0, 1000}, {2, 1000}}, 1, 1, 2.16654865e-26},
        {{{1, 50}, {2, 50}, {1, 50}, {3, 50}, {9, 50}, {8, 50}, {1, 50}, {0, 50}, {2, 50}, {1, 50}, {1, 50}, {2, 50}},
         4,
         5,
         1.943766623e-05},
    };
    for (const auto& [periods, period, last, expected] : table) BOOST_TEST_CONTEXT(expected)
        {
            const auto result = test_spike(periods);
            BOOST_TEST(result.first == period);
            BOOST_TEST(result.last == last);
            BOOST_TEST(is_near(result.p_value, expected, 1e-6), result.p_value);
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
        BOOST_TEST(test_spike(periods).p_value == 1);
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
        for (const double p : {test_trend(periods).p_value, test_spike(periods).p_value})
            BOOST_TEST((p >= 0 && p <= 1), p);
}

BOOST_AUTO_TEST_CASE(impossible_counts_are_rejected)
{
    for (const auto& periods : {series{{2, 1}}, series{{0, huge}, {0, 1}}})
    {
        BOOST_CHECK_THROW(test_trend(periods), std::invalid_argument);
        BOOST_CHECK_THROW(test_spike(periods), std::invalid_argument);
    }
}

BOOST_AUTO_TEST_SUITE_END()
