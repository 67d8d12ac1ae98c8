#include "app/memory_release.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>

using verbatim::core::app::release_policy;

BOOST_AUTO_TEST_SUITE(memory_release_)

constexpr std::size_t mebibyte = std::size_t{1} << 20;

BOOST_AUTO_TEST_CASE(memory_is_released_once_after_large_bodies)
{
    release_policy policy;
    BOOST_TEST(!policy.is_due(0, 0));
    BOOST_TEST(!policy.is_due(400 * mebibyte, 500 * mebibyte)); // bodies are in use
    BOOST_TEST(policy.is_due(100 * mebibyte, 400 * mebibyte));
    BOOST_TEST(!policy.is_due(100 * mebibyte, 100 * mebibyte));
    BOOST_TEST(policy.is_due(0, 100 * mebibyte));
    BOOST_TEST(!policy.is_due(0, 0));
}

BOOST_AUTO_TEST_CASE(a_large_body_between_two_calls_counts)
{
    release_policy policy;
    BOOST_TEST(policy.is_due(0, 64 * mebibyte));
}

BOOST_AUTO_TEST_CASE(small_bodies_release_nothing)
{
    release_policy policy;
    for (int n = 0; n != 100; ++n) BOOST_TEST(!policy.is_due(0, 31 * mebibyte));
}

BOOST_AUTO_TEST_SUITE_END()
