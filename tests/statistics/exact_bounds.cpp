#include "verbatim/statistics/shares.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <stdexcept>

using namespace verbatim::statistics;

BOOST_AUTO_TEST_SUITE(exact_bounds)

// The bounds of 0 and of all are those of (1 - error)^(1 / n); the others are those of Clopper and Pearson's charts and
// of R's binom.test(count, total, conf.level = 0.95).
BOOST_AUTO_TEST_CASE(the_bounds_are_those_of_clopper_and_pearson)
{
    const struct
    {
        double count, total, low, high;
    } table[]{{0, 10, 0, 0.3084971}, {10, 10, 0.6915029, 1}, {3, 10, 0.06673951, 0.6524529}, {50, 50, 0.9288783, 1}};
    for (const auto& [count, total, low, high] : table) BOOST_TEST_CONTEXT(count << " of " << total)
        {
            BOOST_TEST(std::abs(lower_bound(count, total, 0.025) - low) < 1e-6);
            BOOST_TEST(std::abs(upper_bound(count, total, 0.025) - high) < 1e-6);
        }
}

BOOST_AUTO_TEST_CASE(bounds_of_sums_lie_between_those_of_counts)
{
    BOOST_TEST(lower_bound(2, 20, 0.025) < lower_bound(2.5, 20, 0.025));
    BOOST_TEST(lower_bound(2.5, 20, 0.025) < lower_bound(3, 20, 0.025));
    BOOST_TEST(upper_bound(19.5, 20, 0.025) < 1);
    BOOST_TEST(upper_bound(2, 20, 0.001) > upper_bound(2, 20, 0.025));
}

BOOST_AUTO_TEST_CASE(wrong_arguments_are_rejected)
{
    BOOST_CHECK_THROW(lower_bound(-1, 5, 0.025), std::invalid_argument);
    BOOST_CHECK_THROW(upper_bound(6, 5, 0.025), std::invalid_argument);
    BOOST_CHECK_THROW(upper_bound(std::nan(""), 5, 0.025), std::invalid_argument);
    BOOST_CHECK_THROW(lower_bound(1, 5, 0), std::invalid_argument);
    BOOST_CHECK_THROW(lower_bound(1, 5, 1), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
