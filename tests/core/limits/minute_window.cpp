#include "limits/tenant_rates.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <deque>
#include <random>
#include <utility>

namespace verbatim::core::limits {

namespace {

using namespace std::chrono_literals;

minute_window::time_point at(std::chrono::milliseconds time) { return minute_window::time_point{100'000s + time}; }

} // namespace

BOOST_AUTO_TEST_SUITE(minute_window_)

BOOST_AUTO_TEST_CASE(an_amount_counts_for_sixty_seconds)
{
    minute_window window;
    window.add(5, at(10'900ms));

    BOOST_TEST(window.sum(at(10'999ms)) == 5);
    BOOST_TEST(window.sum(at(69'999ms)) == 5);
    BOOST_TEST(window.sum(at(70'000ms)) == 0);
}

BOOST_AUTO_TEST_CASE(the_wait_ends_when_enough_amounts_have_left)
{
    minute_window window;
    window.add(2, at(0s));
    window.add(3, at(10s));

    BOOST_TEST(window.wait_below(6, at(20s)).count() == 0);
    BOOST_TEST(window.wait_below(5, at(20s)).count() == 40);
    BOOST_TEST(window.wait_below(3, at(20s)).count() == 50);
    BOOST_TEST(window.wait_below(1, at(20s)).count() == 50);
}

BOOST_AUTO_TEST_CASE(a_long_pause_empties_the_window)
{
    minute_window window;
    window.add(7, at(0s));

    BOOST_TEST(window.sum(at(24h)) == 0);
    BOOST_TEST(window.wait_below(1, at(24h)).count() == 0);
}

/// Threads read the clock before they take the lock.
BOOST_AUTO_TEST_CASE(an_amount_of_an_earlier_second_counts_as_one_of_the_last)
{
    minute_window window;
    window.add(1, at(10s));
    window.add(1, at(9s));

    BOOST_TEST(window.sum(at(69s)) == 2);
    BOOST_TEST(window.sum(at(70s)) == 0);
}

BOOST_AUTO_TEST_CASE(sums_and_waits_equal_those_of_a_list_of_all_amounts)
{
    std::mt19937                                      random{7}; // NOLINT: the same numbers in each run
    minute_window                                     window;
    std::deque<std::pair<std::int64_t, std::int64_t>> amounts; // by second
    std::int64_t                                      second = 0;
    const auto                                        sum_at = [&](std::int64_t now) {
        std::int64_t sum = 0;
        for (const auto& [when, amount] : amounts)
            if (when > now - 60) sum += amount;
        return sum;
    };
    for (int step = 0; step != 5'000; ++step)
    {
        second += static_cast<std::int64_t>(random() % 9 == 0 ? random() % 70 : random() % 2);
        const auto amount = static_cast<std::int64_t>(random() % 5);
        const auto now    = at(std::chrono::seconds{second});
        window.add(amount, now);
        amounts.emplace_back(second, amount);
        BOOST_REQUIRE(window.sum(now) == sum_at(second));

        const auto limit = static_cast<std::int64_t>(1 + random() % 40);
        auto       wait  = std::int64_t{0};
        while (sum_at(second + wait) >= limit) ++wait;
        BOOST_REQUIRE(window.wait_below(limit, now).count() == wait);
    }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::limits
