#include "verbatim/statistics/shares.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

using verbatim::statistics::q_values;

BOOST_AUTO_TEST_SUITE(false_discovery)

// scipy.stats.false_discovery_control, scipy 1.17.
BOOST_AUTO_TEST_CASE(q_values_equal_those_of_scipy)
{
    const std::vector<double> p{0.001, 0.008, 0.039, 0.041, 0.042, 0.06,  0.074, 0.205, 0.212,
                                0.216, 0.222, 0.251, 0.269, 0.275, 0.34,  0.341, 0.384, 0.569,
                                0.594, 0.696, 0.762, 0.94,  0.942, 0.975, 0.986};
    const std::vector<double> expected{0.025,        0.1,          0.21,         0.21,         0.21,
                                       0.25,         0.2642857143, 0.4910714286, 0.4910714286, 0.4910714286,
                                       0.4910714286, 0.4910714286, 0.4910714286, 0.4910714286, 0.5328125,
                                       0.5328125,    0.5647058824, 0.7815789474, 0.7815789474, 0.87,
                                       0.9071428571, 0.986,        0.986,        0.986,        0.986};
    const auto                q = q_values(p);
    BOOST_REQUIRE(q.size() == expected.size());
    for (std::size_t n = 0; n != q.size(); ++n) BOOST_TEST(std::abs(q[n] - expected[n]) < 1e-9);
}

BOOST_AUTO_TEST_CASE(the_order_of_p_values_is_kept)
{
    const std::vector<double> expected{1, 0.02, 0.02, 0.75, 0, 1};
    const auto                q = q_values(std::vector<double>{0.9, 0.01, 0.01, 0.5, 0, 1});
    BOOST_REQUIRE(q.size() == expected.size());
    for (std::size_t n = 0; n != q.size(); ++n) BOOST_TEST(std::abs(q[n] - expected[n]) < 1e-12);
    BOOST_TEST(q_values({}).empty());
}

BOOST_AUTO_TEST_CASE(impossible_p_values_are_rejected)
{
    for (const double p : {-0.1, 1.1, std::nan("")})
        BOOST_CHECK_THROW(q_values(std::vector<double>{0.5, p}), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
