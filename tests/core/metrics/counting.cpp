#include "metrics/counters.hpp"
#include "metrics/durations.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <thread>
#include <vector>

using namespace verbatim::core;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(counting)

BOOST_AUTO_TEST_CASE(nothing_is_lost_when_more_threads_count_than_there_are_stripes)
{
    metrics::counters        both{2};
    std::vector<std::thread> crowd;
    for (int n = 0; n != 40; ++n)
        crowd.emplace_back([&both] {
            for (int times = 0; times != 1'000; ++times)
            {
                both.add(0);
                both.add(1, -3);
            }
        });
    for (auto& each : crowd) each.join();

    BOOST_TEST(both.read(0) == 40'000);
    BOOST_TEST(both.read(1) == -120'000);
}

BOOST_AUTO_TEST_CASE(numbers_of_one_row_do_not_touch)
{
    metrics::counters row{19}; // more than a line of the cache, and not a whole number of them
    for (std::size_t n = 0; n != 19; ++n) row.add(n, static_cast<std::int64_t>(n) + 1);

    for (std::size_t n = 0; n != 19; ++n) BOOST_TEST(row.read(n) == static_cast<std::int64_t>(n) + 1);
}

BOOST_AUTO_TEST_CASE(a_duration_is_counted_under_each_bound_that_it_does_not_pass)
{
    metrics::durations all;
    all.add(100us);
    all.add(500us); // a bound takes what equals it
    all.add(501us);
    all.add(120s);
    all.add(3h);

    const auto found = all.read();
    const auto up_to = [&](double bound) {
        for (const auto& [upper, count] : found.up_to)
            if (upper == bound) return count;
        throw std::out_of_range{"no such bound"};
    };
    BOOST_TEST(up_to(0.0005) == 2);
    BOOST_TEST(up_to(0.001) == 3);
    BOOST_TEST(up_to(60.0) == 3);
    BOOST_TEST(up_to(120.0) == 4);
    BOOST_TEST(up_to(600.0) == 4);
    BOOST_TEST(up_to(HUGE_VAL) == 5);
    BOOST_TEST(found.count == 5);
    BOOST_TEST(found.sum == 10920.001101, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(bounds_rise_and_what_is_under_them_never_falls)
{
    metrics::durations all;
    for (int n = 0; n != 2'000; ++n) all.add(std::chrono::microseconds{n * n});

    const auto found = all.read();
    for (std::size_t n = 1; n != found.up_to.size(); ++n)
    {
        BOOST_TEST(found.up_to[n - 1].first < found.up_to[n].first);
        BOOST_TEST(found.up_to[n - 1].second <= found.up_to[n].second);
    }
    BOOST_TEST(found.up_to.back().second == found.count);
}

BOOST_AUTO_TEST_SUITE_END()
