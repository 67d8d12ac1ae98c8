#include "metrics/counters.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <thread>
#include <vector>

using namespace verbatim::core;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(counting)

BOOST_AUTO_TEST_CASE(no_count_is_lost_with_more_threads_than_stripes)
{
    metrics::counters        counters{2};
    std::vector<std::thread> threads;
    for (int n = 0; n != 40; ++n)
        threads.emplace_back([&counters] {
            for (int i = 0; i != 1'000; ++i)
            {
                counters.add(0);
                counters.add(1, -3);
            }
        });
    for (auto& thread : threads) thread.join();

    BOOST_TEST(counters.read(0) == 40'000);
    BOOST_TEST(counters.read(1) == -120'000);
}

BOOST_AUTO_TEST_CASE(counters_are_independent)
{
    metrics::counters counters{19}; // more than two cache lines, and not a multiple of 8
    for (std::size_t n = 0; n != 19; ++n) counters.add(n, static_cast<std::int64_t>(n) + 1);

    for (std::size_t n = 0; n != 19; ++n) BOOST_TEST(counters.read(n) == static_cast<std::int64_t>(n) + 1);
}

BOOST_AUTO_TEST_CASE(a_duration_is_counted_in_each_bucket_up_to_its_bound)
{
    metrics::duration_histogram durations;
    durations.add(100us);
    durations.add(500us); // equal to a bound
    durations.add(501us);
    durations.add(120s);
    durations.add(3h);

    const auto distribution = durations.read();
    const auto count_up_to  = [&](double bound) {
        for (const auto& [upper, count] : distribution.cumulative_counts)
            if (upper == bound) return count;
        throw std::out_of_range{"no such bound"};
    };
    BOOST_TEST(count_up_to(0.0005) == 2);
    BOOST_TEST(count_up_to(0.001) == 3);
    BOOST_TEST(count_up_to(60.0) == 3);
    BOOST_TEST(count_up_to(120.0) == 4);
    BOOST_TEST(count_up_to(600.0) == 4);
    BOOST_TEST(count_up_to(HUGE_VAL) == 5);
    BOOST_TEST(distribution.count == 5);
    BOOST_TEST(distribution.sum == 10920.001101, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(bounds_and_cumulative_counts_increase)
{
    metrics::duration_histogram durations;
    for (int n = 0; n != 2'000; ++n) durations.add(std::chrono::microseconds{n * n});

    const auto distribution = durations.read();
    for (std::size_t n = 1; n != distribution.cumulative_counts.size(); ++n)
    {
        BOOST_TEST(distribution.cumulative_counts[n - 1].first < distribution.cumulative_counts[n].first);
        BOOST_TEST(distribution.cumulative_counts[n - 1].second <= distribution.cumulative_counts[n].second);
    }
    BOOST_TEST(distribution.cumulative_counts.back().second == distribution.count);
}

BOOST_AUTO_TEST_SUITE_END()
