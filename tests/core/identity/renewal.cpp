#include "identity/token_renewer.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::core::identity;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(renewal)

BOOST_AUTO_TEST_CASE(a_token_is_renewed_before_half_of_its_lifetime)
{
    BOOST_CHECK(renewal_wait(3600s, 0) == 30min);
    BOOST_CHECK(renewal_wait(3600s, 1) == 27min);
    BOOST_CHECK(renewal_wait(24h, 0) == 12h);
}

BOOST_AUTO_TEST_CASE(a_short_lifetime_does_not_flood_the_source)
{
    BOOST_CHECK(renewal_wait(1s, 0) == 10s);
    BOOST_CHECK(renewal_wait(1s, 1) == 10s);
}

BOOST_AUTO_TEST_CASE(waits_after_failures_double_up_to_a_minute)
{
    BOOST_CHECK(retry_wait(1, 1) == 1s);
    BOOST_CHECK(retry_wait(2, 1) == 2s);
    BOOST_CHECK(retry_wait(6, 1) == 32s);
    BOOST_CHECK(retry_wait(7, 1) == 60s);
    BOOST_CHECK(retry_wait(1'000'000, 1) == 60s);
    BOOST_CHECK(retry_wait(7, 0) == 30s);
}

BOOST_AUTO_TEST_SUITE_END()
