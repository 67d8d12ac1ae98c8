#include "gateway/preferences.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace verbatim;
using namespace verbatim::core;
using gateway::read_preferences;

namespace {

bool is_async(std::string prefer)
{
    http::request_head head;
    head.prefer = std::move(prefer);
    return read_preferences(head).respond_async;
}

std::string key(std::string field)
{
    http::request_head head;
    head.idempotency_key = std::move(field);
    return read_preferences(head).idempotency_key;
}

} // namespace

BOOST_AUTO_TEST_SUITE(preferences)

BOOST_AUTO_TEST_CASE(respond_async_is_found_among_other_preferences)
{
    for (const auto* prefer :
         {"respond-async", "Respond-Async", " respond-async ", "respond-async, wait=5", "wait=5,respond-async",
          "respond-async; level=1", "respond-async=yes", R"(title="a, b\", c", respond-async)", ",,respond-async,"})
        BOOST_TEST(is_async(prefer), prefer);
}

BOOST_AUTO_TEST_CASE(other_preferences_are_ignored)
{
    for (const auto* prefer :
         {"", ",", "wait=5", "respond-asynchronously", "not-respond-async", "x=respond-async",
          R"(title="a, respond-async, b")", R"(title="unfinished, respond-async)", "respond async"})
        BOOST_TEST(!is_async(prefer), prefer);
}

BOOST_AUTO_TEST_CASE(a_key_is_a_token_or_a_quoted_string)
{
    BOOST_TEST(key("8e03978e-40d5-43e8-bc93-6894a57f9324") == "8e03978e-40d5-43e8-bc93-6894a57f9324");
    BOOST_TEST(key(R"("8e03978e 40d5, 43e8")") == "8e03978e 40d5, 43e8");
    BOOST_TEST(key(R"("a\"b\\c")") == R"(a"b\c)");
    BOOST_TEST(key("abc") == key(R"("abc")"));
    BOOST_TEST(key(std::string(255, 'k')).size() == 255U);
    BOOST_TEST(key('"' + std::string(255, 'k') + '"').size() == 255U);
}

BOOST_AUTO_TEST_CASE(other_keys_are_invalid)
{
    for (const auto& field :
         {std::string{}, std::string{R"("")"}, std::string{"two words"}, std::string{"a,b"}, std::string{R"("a","b")"},
          std::string{R"("a)"}, std::string{R"(a")"}, std::string{R"("a\")"}, std::string{R"("a\b")"},
          std::string{R"("a";x=1)"}, std::string{"caf\xC3\xA9"}, std::string{"\"caf\xC3\xA9\""},
          std::string{"\"a\tb\""}, std::string{'"'}, std::string(256, 'k'), '"' + std::string(256, 'k') + '"',
          std::string(15'000, '"')})
        BOOST_CHECK_THROW(key(field), sdk::validation_error);
}

BOOST_AUTO_TEST_CASE(without_headers_there_are_none) { BOOST_TEST(read_preferences({}).empty()); }

BOOST_AUTO_TEST_SUITE_END()
