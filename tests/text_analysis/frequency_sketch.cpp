#include "frequency_sketch.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <map>
#include <random>

using verbatim::text_analysis::frequency_sketch;

BOOST_AUTO_TEST_SUITE(frequency_sketches)

BOOST_AUTO_TEST_CASE(a_bound_is_never_below_the_frequency)
{
    std::mt19937_64                      chance{5};
    std::map<std::uint64_t, std::size_t> frequencies;
    frequency_sketch                     sketch{1'000};
    for (int n = 0; n != 5'000; ++n) // more items than expected, so that many share counters
    {
        const auto item = (chance() % 3'000) * 0x9E3779B97F4A7C15U;
        ++frequencies[item];
        sketch.add(item);
    }
    for (const auto& [item, frequency] : frequencies) BOOST_TEST(sketch.bound(item) >= frequency);
}

BOOST_AUTO_TEST_CASE(items_with_counters_of_their_own_have_exact_bounds_up_to_the_highest)
{
    frequency_sketch sketch{4};
    for (std::size_t n = 0; n != 300; ++n)
    {
        if (n < 7) sketch.add(1);
        sketch.add(2);
    }
    BOOST_TEST(sketch.bound(0) == 0u);
    BOOST_TEST(sketch.bound(1) == 7u);
    BOOST_TEST(sketch.bound(2) == frequency_sketch::max_bound);
    BOOST_TEST(sketch.bound_of_most_frequent(1) == frequency_sketch::max_bound);
    BOOST_TEST(sketch.bound_of_most_frequent(2) == 7u);
    BOOST_TEST(sketch.bound_of_most_frequent(3) == 0u);
}

BOOST_AUTO_TEST_CASE(no_items_need_no_expectation)
{
    const frequency_sketch sketch{0};
    BOOST_TEST(sketch.bound(77) == 0u);
    BOOST_TEST(sketch.bound_of_most_frequent(1) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
