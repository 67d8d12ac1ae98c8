#include "settings/loopback.hpp"

#include <boost/test/unit_test.hpp>

using verbatim::core::settings::is_loopback;

BOOST_AUTO_TEST_SUITE(loopback)

BOOST_AUTO_TEST_CASE(addresses_of_this_machine_are_loopback)
{
    for (const auto* host : {"localhost", "LocalHost", "127.0.0.1", "127.8.9.10", "::1", "[::1]"})
        BOOST_TEST(is_loopback(host), host);
}

BOOST_AUTO_TEST_CASE(other_hosts_are_not)
{
    for (const auto* host : {"", "[]", "example.org", "localhost.example.org", "127.0.0.1.example.org", "10.0.0.1",
                             "0.0.0.0", "::", "[::", "127.1", "2130706433"})
        BOOST_TEST(!is_loopback(host), host);
}

BOOST_AUTO_TEST_SUITE_END()
