#include "identity/token_exchange.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace verbatim::core::identity;
using namespace std::chrono_literals;

namespace {

const std::chrono::system_clock::time_point now{1'700'000'000s};

/// Lifetime of a response with these members after the token; 0 if it is refused.
std::chrono::seconds lifetime(const std::string& members)
{
    const auto token = parse_token_response(R"({"access_token":"t")" + members + "}", now);
    return token ? token->lifetime : 0s;
}

/// Text of the token; empty if the response is refused.
std::string text(const std::string& body)
{
    const auto token = parse_token_response(body, now);
    return token ? token->text.reveal() : "";
}

std::string response_with(const std::string& json_token)
{
    return R"({"access_token":)" + json_token + R"(,"expires_in":3600})";
}

} // namespace

BOOST_AUTO_TEST_SUITE(token_response)

BOOST_AUTO_TEST_CASE(the_lifetime_is_a_number_or_a_text)
{
    BOOST_CHECK(lifetime(R"(,"expires_in":3599)") == 3599s);
    BOOST_CHECK(lifetime(R"(,"expires_in":"3599")") == 3599s);
    BOOST_CHECK(lifetime(R"(,"expires_in":3599.0)") == 3599s);
    BOOST_CHECK(lifetime(R"(,"expires_on":"1700003599")") == 3599s);
    BOOST_CHECK(lifetime(R"(,"expires_on":1700003599)") == 3599s);
}

BOOST_AUTO_TEST_CASE(a_clock_that_is_wrong_does_not_matter_if_there_is_a_lifetime)
{
    BOOST_CHECK(lifetime(R"(,"expires_in":"60","expires_on":"1")") == 60s);
    BOOST_CHECK(lifetime(R"(,"expires_in":"","expires_on":"1700000060")") == 60s);
}

BOOST_AUTO_TEST_CASE(a_lifetime_is_at_most_a_day)
{
    for (const auto* members :
         {R"(,"expires_in":86401)", R"(,"expires_in":1e300)", R"(,"expires_in":18446744073709551615)",
          R"(,"expires_in":"99999999999999999999999999")", R"(,"expires_on":9223372036854775807)"})
        BOOST_TEST_CONTEXT(members) BOOST_CHECK(lifetime(members) == 24h);
}

BOOST_AUTO_TEST_CASE(a_token_without_time_left_is_refused)
{
    for (const auto* members :
         {"", R"(,"expires_in":0)", R"(,"expires_in":-5)", R"(,"expires_in":-1e300)", R"(,"expires_in":"-5")",
          R"(,"expires_in":null)", R"(,"expires_in":"soon")", R"(,"expires_in":"60s")", R"(,"expires_in":[60])",
          R"(,"expires_on":1699999999)", R"(,"expires_on":"11/14/2023 10:13:20 PM +00:00")",
          R"(,"expires_on":-9223372036854775808)"})
        BOOST_TEST_CONTEXT(members) BOOST_CHECK(lifetime(members) == 0s);
}

BOOST_AUTO_TEST_CASE(a_token_is_printable)
{
    BOOST_TEST(text(response_with(R"("eyJ0.a-b_c.d~+/=")")) == "eyJ0.a-b_c.d~+/=");
    for (const auto* token : {R"("a\r\nX-Evil: 1")", R"("a\n")", R"(" a")", R"("a b")", R"("a\u0000b")", R"("a\u007f")",
                              R"("\u00e9")", R"("")", "null", "5", R"(["a"])"})
        BOOST_TEST_CONTEXT(token) BOOST_TEST(text(response_with(token)).empty());
}

BOOST_AUTO_TEST_CASE(a_token_has_at_most_16_kib)
{
    const std::string longest(16 * 1024, 'a');
    BOOST_TEST(text(response_with('"' + longest + '"')).size() == longest.size());
    BOOST_TEST(text(response_with('"' + longest + "a\"")).empty());
    BOOST_TEST(text(response_with('"' + std::string(1024 * 1024, 'a') + '"')).empty());
}

BOOST_AUTO_TEST_CASE(a_token_is_a_bearer_token)
{
    BOOST_TEST(text(R"({"access_token":"t","expires_in":60,"token_type":"bearer"})") == "t");
    BOOST_TEST(text(R"({"access_token":"t","expires_in":60,"token_type":"pop"})").empty());
    BOOST_TEST(text(R"({"access_token":"t","expires_in":60,"token_type":7})").empty());
}

BOOST_AUTO_TEST_CASE(other_bodies_are_refused)
{
    for (const auto* body :
         {"", "<html><body>Sign in</body></html>", "null", "[]", "{}", R"("t")", R"({"access_token":)",
          R"({"error":"invalid_request"})", R"({"access_token":"t","expires_in":60} trailing)"})
        BOOST_TEST_CONTEXT(body) BOOST_TEST(text(body).empty());
    BOOST_TEST(text(std::string(100'000, '[')).empty());
}

BOOST_AUTO_TEST_SUITE_END()
