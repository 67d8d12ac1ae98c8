#include "http/connection_limit.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>
#include <vector>

namespace verbatim::core::http {

namespace {

using admission = connection_limit::admission;

boost::asio::ip::address address(const std::string& text) { return boost::asio::ip::make_address(text); }

} // namespace

BOOST_AUTO_TEST_SUITE(connection_limit_)

BOOST_AUTO_TEST_CASE(an_address_at_its_limit_leaves_connections_to_others)
{
    connection_limit limit{10, 2};
    const auto       first = limit.admit(address("192.0.2.1")), second = limit.admit(address("192.0.2.1"));

    const auto third = limit.admit(address("192.0.2.1"));
    const auto other = limit.admit(address("192.0.2.2"));

    BOOST_TEST((first->admission() == admission::admitted));
    BOOST_TEST((second->admission() == admission::admitted));
    BOOST_TEST((third->admission() == admission::over_limit_of_address));
    BOOST_TEST((other->admission() == admission::admitted));
    BOOST_TEST(limit.open() == 4U);
}

BOOST_AUTO_TEST_CASE(an_ipv6_network_and_a_mapped_ipv4_address_count_as_one_client)
{
    for (const auto& [first, second] :
         {std::pair{"2001:db8:0:1::1", "2001:db8:0:1:ffff::"}, std::pair{"::ffff:192.0.2.1", "192.0.2.1"},
          std::pair{"::ffff:192.0.2.1", "::ffff:192.0.2.1"}})
    {
        connection_limit limit{10, 1};
        const auto       admitted = limit.admit(address(first));
        BOOST_TEST((limit.admit(address(second))->admission() == admission::over_limit_of_address), second);
    }
    for (const auto& [first, second] :
         {std::pair{"2001:db8:0:1::1", "2001:db8:0:2::1"}, std::pair{"::ffff:192.0.2.1", "192.0.2.2"},
          std::pair{"::1", "0.0.0.0"}, std::pair{"::1", "127.0.0.1"}})
    {
        connection_limit limit{10, 1};
        const auto       admitted = limit.admit(address(first));
        BOOST_TEST((limit.admit(address(second))->admission() == admission::admitted), second);
    }
}

BOOST_AUTO_TEST_CASE(connections_that_get_503_take_no_place_of_others)
{
    connection_limit                                    limit{3, 1};
    const auto                                          first = limit.admit(address("192.0.2.1"));
    std::vector<std::optional<connection_limit::place>> refused;
    for (int n = 0; n != 64; ++n) refused.push_back(limit.admit(address("192.0.2.1")));

    BOOST_TEST(!limit.admit(address("192.0.2.1")).has_value());
    BOOST_TEST((limit.admit(address("192.0.2.2"))->admission() == admission::admitted));
}

BOOST_AUTO_TEST_CASE(closed_connections_free_their_places)
{
    connection_limit limit{1, 1};
    for (int n = 0; n != 3; ++n)
    {
        const auto only = limit.admit(address("192.0.2.1"));
        BOOST_TEST((only->admission() == admission::admitted));
        BOOST_TEST((limit.admit(address("192.0.2.2"))->admission() == admission::over_limit));
    }
    BOOST_TEST(limit.open() == 0U);
    BOOST_TEST(limit.wait_until_empty({}));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::http
