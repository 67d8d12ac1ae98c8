#include "verbatim/statistics/shares.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

using namespace verbatim::statistics;

namespace {

constexpr auto huge = std::numeric_limits<std::uint64_t>::max();

bool is_near(double value, double expected, double tolerance)
{
    return std::abs(value - expected) <= tolerance * std::max(1e-300, std::abs(expected));
}

} // namespace

BOOST_AUTO_TEST_SUITE(shares)

// scipy.stats.binomtest(count, total).proportion_ci(confidence, method="wilson"), scipy 1.17
BOOST_AUTO_TEST_CASE(the_interval_of_a_share_equals_that_of_scipy)
{
    const struct
    {
        share    part;
        double   confidence;
        interval expected;
    } table[]{
        {{0, 1}, 0.95, {0, 0.793450685623}},
        {{1, 1}, 0.95, {0.206549314377, 1}},
        {{0, 10}, 0.95, {0, 0.277532799863}},
        {{10, 10}, 0.95, {0.722467200137, 1}},
        {{3, 10}, 0.95, {0.107791267406, 0.603221852539}},
        {{81, 263}, 0.95, {0.255288519878, 0.366209576983}},
        {{15, 148}, 0.95, {0.0623863995307, 0.160487241723}},
        {{1, 29}, 0.99, {0.00406149419688, 0.238254253136}},
        {{500, 1000}, 0.9, {0.474027691478, 0.525972308522}},
        {{4'999'999, 5'000'000}, 0.95, {0.999998867014, 0.999999964695}},
        {{1, 1'000'000'000'000}, 0.95, {1.76524554935e-13, 5.66493426574e-12}},
    };
    for (const auto& [part, confidence, expected] : table) BOOST_TEST_CONTEXT(part.count << " of " << part.total)
        {
            const auto [low, high] = share_interval(part, confidence);
            BOOST_TEST(is_near(low, expected.low, 1e-4), low);
            BOOST_TEST(is_near(high, expected.high, 1e-9), high);
        }
}

BOOST_AUTO_TEST_CASE(no_records_leave_everything_possible)
{
    BOOST_TEST(share_interval({0, 0}).low == 0);
    BOOST_TEST(share_interval({0, 0}).high == 1);
    BOOST_TEST(difference_interval({0, 0}, {3, 4}).low == -1);
    BOOST_TEST(difference_interval({3, 4}, {0, 0}).high == 1);
    BOOST_TEST(test_equal_shares({0, 0}, {3, 4}) == 1);
    BOOST_TEST(share{}.value() == 0);
}

// Newcombe, Interval estimation for the difference between independent proportions, 1998, table II, method 10.
BOOST_AUTO_TEST_CASE(the_interval_of_a_difference_equals_the_published_one)
{
    const struct
    {
        share    first, second;
        interval expected;
    } table[]{
        {{48, 80}, {56, 70}, {0.0524, 0.3339}}, {{3, 10}, {9, 10}, {0.1705, 0.8090}},
        {{2, 7}, {6, 7}, {0.0582, 0.8062}},     {{0, 29}, {5, 56}, {-0.0381, 0.1926}},
        {{0, 20}, {0, 10}, {-0.1611, 0.2775}},  {{0, 10}, {0, 10}, {-0.2775, 0.2775}},
        {{0, 20}, {10, 10}, {0.6791, 1.0000}},  {{0, 10}, {10, 10}, {0.6075, 1.0000}},
    };
    for (const auto& [first, second, expected] : table)
        BOOST_TEST_CONTEXT(second.count << " of " << second.total << " minus " << first.count << " of " << first.total)
        {
            const auto [low, high] = difference_interval(first, second);
            BOOST_TEST(std::abs(low - expected.low) <= 5.1e-5, low);
            BOOST_TEST(std::abs(high - expected.high) <= 5.1e-5, high);
            const auto reversed = difference_interval(second, first);
            BOOST_TEST(std::abs(reversed.low + high) <= 1e-12);
        }
}

// Twice the smaller tail of scipy.stats.hypergeom with half of the observed probability; scipy 1.17. The last rows use
// scipy.stats.chi2_contingency without correction.
BOOST_AUTO_TEST_CASE(the_test_of_two_shares_equals_that_of_scipy)
{
    const struct
    {
        share  first, second;
        double expected;
    } table[]{
        {{0, 5}, {0, 5}, 1},
        {{5, 5}, {5, 5}, 1},
        {{1, 1}, {0, 1}, 0.5},
        {{3, 10}, {9, 10}, 0.01024053346},
        {{0, 10}, {4, 12}, 0.06766917293},
        {{7, 12}, {1, 7}, 0.08644915456},
        {{2, 100}, {15, 110}, 0.001679574849},
        {{48, 80}, {56, 70}, 0.008449442679},
        {{0, 3}, {1000, 100000}, 0.970299588},
        {{4, 5000}, {60, 5100}, 5.862547489e-14},
        {{890, 5000}, {1090, 5000}, 5.148766313e-07},
        {{990, 2000}, {1050, 2000}, 0.05784108508},
        {{1, 1000000}, {20, 1000000}, 1.096630338e-05},
        {{2000, 10000}, {2200, 10000}, 0.0005164103974},
        {{500000, 1000000}, {501500, 1000000}, 0.03389465283},
        {{1500, 40000}, {1700, 41000}, 0.003789928065},
    };
    for (const auto& [first, second, expected] : table)
        BOOST_TEST_CONTEXT(first.count << " of " << first.total << ", " << second.count << " of " << second.total)
        {
            const auto p = test_equal_shares(first, second);
            BOOST_TEST(is_near(p, expected, 1e-6), p);
            BOOST_TEST(is_near(test_equal_shares(second, first), p, 1e-9));
        }
}

BOOST_AUTO_TEST_CASE(huge_counts_yield_finite_results)
{
    for (const share first : {share{0, huge / 2}, {1, huge / 2}, {huge / 4, huge / 2}, {huge / 2, huge / 2}})
        for (const share second : {share{0, 1}, {1, 1}, {0, huge / 2}, {5, huge / 2}, {huge / 2, huge / 2}})
        {
            const auto p = test_equal_shares(first, second);
            BOOST_TEST((p >= 0 && p <= 1));
            const auto [low, high] = difference_interval(first, second);
            BOOST_TEST((low >= -1 && high <= 1 && low <= high));
        }
}

BOOST_AUTO_TEST_CASE(impossible_values_are_rejected)
{
    BOOST_CHECK_THROW(share_interval({2, 1}), std::invalid_argument);
    BOOST_CHECK_THROW(difference_interval({0, 1}, {2, 1}), std::invalid_argument);
    BOOST_CHECK_THROW(test_equal_shares({2, 1}, {0, 1}), std::invalid_argument);
    BOOST_CHECK_THROW(test_equal_shares({0, huge}, {0, 1}), std::invalid_argument);
    for (const double confidence : {0.0, 1.0, -1.0, std::nan("")})
        BOOST_CHECK_THROW(share_interval({1, 2}, confidence), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
