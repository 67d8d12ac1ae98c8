#include "frequency_sketch.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <map>
#include <random>

using verbatim::text_analysis::frequency_sketch;

BOOST_AUTO_TEST_SUITE(frequency_sketches)

BOOST_AUTO_TEST_CASE(every_item_may_reach_its_frequency)
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
    for (const auto& [item, frequency] : frequencies) BOOST_TEST(sketch.may_reach(frequency, item));
}

BOOST_AUTO_TEST_CASE(items_with_counters_of_their_own_have_exact_bounds_up_to_the_highest)
{
    frequency_sketch sketch{4};
    for (std::size_t n = 0; n != 300; ++n)
    {
        if (n < 7) sketch.add(1);
        sketch.add(2);
    }
    BOOST_TEST(sketch.may_reach(0, 0));
    BOOST_TEST(!sketch.may_reach(1, 0));
    BOOST_TEST(sketch.may_reach(7, 1));
    BOOST_TEST(!sketch.may_reach(8, 1));
    BOOST_TEST(sketch.may_reach(frequency_sketch::max_bound, 2));
    BOOST_TEST(sketch.bound_of_most_frequent(1) == frequency_sketch::max_bound);
    BOOST_TEST(sketch.bound_of_most_frequent(2) == 7u);
    BOOST_TEST(sketch.bound_of_most_frequent(3) == 0u);
}

BOOST_AUTO_TEST_CASE(a_sketch_for_no_items_may_have_some)
{
    frequency_sketch sketch{0};
    BOOST_TEST(!sketch.may_reach(1, 77));
    BOOST_TEST(sketch.bound_of_most_frequent(1) == 0u);
    sketch.add(77);
    BOOST_TEST(sketch.may_reach(1, 77));
    BOOST_TEST(sketch.bound_of_most_frequent(1) == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
