#include "http_client/url.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::core::http_client;

BOOST_AUTO_TEST_SUITE(http_client_url)

BOOST_AUTO_TEST_CASE(the_host_has_no_scheme_user_port_and_path)
{
    BOOST_TEST(host_of("https://X.Example:8443/a:b/c") == "x.example");
    BOOST_TEST(host_of("http://127.0.0.1") == "127.0.0.1");
    BOOST_TEST(host_of("http://[::1]:80/") == "[::1]");
    BOOST_TEST(host_of("https:///path") == "");
    BOOST_TEST(host_of("x.example/") == "");
}

BOOST_AUTO_TEST_CASE(a_base_url_is_http_with_a_host_and_nothing_after_the_path)
{
    for (const auto* url : {"http://x", "https://x.example:1/path/", "http://[::1]:8080"})
        BOOST_TEST(is_base_url(url), url);
    for (const auto* url :
         {"", "x.example", "ftp://x", "HTTP://x", "http://", "https:///a", "http://u:p@x", "http://x?q", "http://x#f",
          "http://x/a b", "http://x\\y", "http://[::1", "http://x/\n", "http://é"})
        BOOST_TEST(!is_base_url(url), url);
}

BOOST_AUTO_TEST_CASE(trailing_slashes_are_removed)
{
    BOOST_TEST(without_trailing_slashes("http://x//") == "http://x");
    BOOST_TEST(without_trailing_slashes("http://x/a") == "http://x/a");
}

BOOST_AUTO_TEST_CASE(visible_ascii_has_no_spaces_and_control_characters)
{
    for (const auto* text : {"", "!~", "Aa0"}) BOOST_TEST(is_visible_ascii(text), text);
    for (const auto* text : {"a b", "a\n", "\r", "\x7f", "é"}) BOOST_TEST(!is_visible_ascii(text), text);
}

BOOST_AUTO_TEST_SUITE_END()
