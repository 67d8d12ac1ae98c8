#include "llm/concurrency_limit.hpp"

#include <boost/test/unit_test.hpp>

using verbatim::core::llm::concurrency_limit;

namespace {

void succeed(concurrency_limit& limit, int times)
{
    for (int n = 0; n != times; ++n) limit.succeed(limit.current());
}

} // namespace

BOOST_AUTO_TEST_SUITE(concurrency_limit_)

BOOST_AUTO_TEST_CASE(the_limit_halves_what_was_in_flight_once_for_a_burst)
{
    concurrency_limit limit{256};
    const auto        start = limit.now();
    for (int n = 0; n != 40; ++n) limit.decrease(40, start);
    BOOST_TEST(limit.current() == 20U);
    limit.decrease(20, limit.now());
    BOOST_TEST(limit.current() == 10U);
}

BOOST_AUTO_TEST_CASE(the_limit_stays_at_least_1)
{
    concurrency_limit limit{0};
    BOOST_TEST(limit.current() == 1U);
    limit.decrease(1, limit.now());
    BOOST_TEST(limit.current() == 1U);
}

BOOST_AUTO_TEST_CASE(a_round_of_successes_with_all_of_the_limit_in_use_adds_a_step)
{
    concurrency_limit limit{16};
    limit.decrease(8, limit.now());
    BOOST_REQUIRE(limit.current() == 4U);
    for (int n = 0; n != 100; ++n) limit.succeed(3); // not all in use
    BOOST_TEST(limit.current() == 4U);
    succeed(limit, 3);
    BOOST_TEST(limit.current() == 4U);
    succeed(limit, 1);
    BOOST_TEST(limit.current() == 5U);
    succeed(limit, 1'000);
    BOOST_TEST(limit.current() == 16U);
}

BOOST_AUTO_TEST_CASE(a_limit_that_fell_to_1_is_back_after_32_rounds)
{
    concurrency_limit limit{256};
    limit.decrease(1, limit.now());
    BOOST_REQUIRE(limit.current() == 1U);
    int rounds = 0;
    for (; limit.current() != 256; ++rounds) succeed(limit, static_cast<int>(limit.current()));
    BOOST_TEST(rounds == 32);
}

BOOST_AUTO_TEST_CASE(reported_slots_are_the_maximum)
{
    concurrency_limit limit{16};
    limit.bound(2);
    succeed(limit, 100);
    BOOST_TEST(limit.current() == 2U);
    limit.bound(100);
    BOOST_TEST(limit.current() == 16U);
    limit.decrease(16, limit.now());
    limit.bound(12);
    BOOST_TEST(limit.current() == 8U);
}

BOOST_AUTO_TEST_SUITE_END()
