#include "plugin_http/settings.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::core;

BOOST_AUTO_TEST_SUITE(plugin_http_settings)

BOOST_AUTO_TEST_CASE(an_entry_is_an_origin_or_a_network)
{
    for (const auto* good : {"https://geo.example.org", "https://geo.example.org:8443", "http://127.0.0.1:8080",
                             "https://[::1]", "10.0.0.0/8", "fd00::/8", "10.1.2.3/32", "::ffff:10.0.0.0/104"})
        BOOST_TEST(plugin_http::problems({{good}}).empty(), good);
    for (const auto* wrong : {"", "geo.example.org", "https://", "https://Geo.example.org", "HTTPS://geo.example.org",
                              "https://geo.example.org/", "https://geo.example.org/v1", "https://user@geo.example.org",
                              "https://geo.example.org:", "https://geo.example.org:0", "https://geo.example.org:99999",
                              "https://geo.example.org:80a", "https://geo.example.org?x", "ftp://geo.example.org", "*",
                              "10.0.0.0", "10.0.0.0/33", "::ffff:10.0.0.0/95", "https://*.example.org\n"})
        BOOST_TEST(plugin_http::problems({{wrong}}).size() == 1u, wrong);
    const auto problems = plugin_http::problems({{"https://a.example", "a.example"}});
    BOOST_REQUIRE(problems.size() == 1u);
    BOOST_TEST(problems.front().setting == "PLUGINS_HTTP_ORIGINS[1]");
}

BOOST_AUTO_TEST_CASE(an_origin_is_found_as_it_is_listed)
{
    const plugin_http::origin_list list{{{"10.0.0.0/8", "https://a.example", "http://b.example:81"}}};
    BOOST_TEST(list.find("https://a.example").value() == 0u);
    BOOST_TEST(list.find("http://b.example:81").value() == 1u);
    for (const auto* other : {"", "http://a.example", "https://a.example:443", "https://a.example/", "http://b.example",
                              "https://a.example.evil", "10.0.0.0/8"})
        BOOST_TEST(!list.find(other).has_value(), other);
}

BOOST_AUTO_TEST_CASE(only_public_and_listed_addresses_are_permitted)
{
    const plugin_http::origin_list none{{}};
    for (const auto* address : {"8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8"})
        BOOST_TEST(none.permits(address), address);
    for (const auto* address : {"0.0.0.0",
                                "10.1.2.3",
                                "100.64.0.1",
                                "127.0.0.1",
                                "169.254.169.254",
                                "172.16.0.1",
                                "172.31.255.255",
                                "192.168.1.1",
                                "198.18.0.1",
                                "224.0.0.1",
                                "255.255.255.255",
                                "::",
                                "::1",
                                "fe80::1",
                                "fc00::1",
                                "fd12::1",
                                "ff02::1",
                                "::ffff:127.0.0.1",
                                "::ffff:10.0.0.1",
                                "64:ff9b::a00:1",
                                "2002:a00:1::",
                                "2001:db8::1",
                                "2001::1",
                                "",
                                "localhost",
                                "8.8.8.8:80"})
        BOOST_TEST(!none.permits(address), address);

    const plugin_http::origin_list some{{{"10.1.0.0/16", "fd00::/8", "http://192.168.1.1:8080", "https://[fe80::7]"}}};
    for (const auto* address : {"10.1.255.1", "::ffff:10.1.2.3", "fd12::1", "192.168.1.1", "fe80::7"})
        BOOST_TEST(some.permits(address), address);
    const plugin_http::origin_list mapped{{{"http://[::ffff:10.0.0.1]"}}};
    BOOST_TEST(mapped.permits("::ffff:10.0.0.1"));
    BOOST_TEST(!mapped.permits("::ffff:10.0.0.2"));
    const plugin_http::origin_list mapped_network{{{"::ffff:10.0.0.0/104"}}};
    BOOST_TEST(mapped_network.permits("10.255.0.1"));
    BOOST_TEST(mapped_network.permits("::ffff:10.255.0.1"));
    BOOST_TEST(!mapped_network.permits("192.168.1.1"));
    for (const auto* address : {"10.2.0.1", "192.168.1.2", "fc00::1", "fe80::8", "127.0.0.1"})
        BOOST_TEST(!some.permits(address), address);
}

BOOST_AUTO_TEST_SUITE_END()
