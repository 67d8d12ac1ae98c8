#include "gateway/json_body.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>
#include <vector>

using namespace std::string_literals;
using verbatim::core::gateway::json_body;
namespace sdk = verbatim::sdk;

namespace {

std::optional<sdk::error> error_of(const std::string& text)
{
    try
    {
        json_body{text};
        return std::nullopt;
    }
    catch (const sdk::error& failure)
    {
        return failure;
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(json_body_)

BOOST_AUTO_TEST_CASE(an_invalid_body_is_reported_by_cause_and_byte_offset_and_never_echoed)
{
    struct sample
    {
        std::string text;
        std::string fact; // of the hint
        std::size_t offset;
    };
    const std::vector<sample> samples{
        {"", "not valid JSON", 0},
        {"  \n", "not valid JSON", 3},
        {"secret", "not valid JSON", 0},
        {R"({"a":1)", "not valid JSON", 6},
        {R"({"a":1}secret)", "not valid JSON", 7},
        {R"({"a":1} ])", "not valid JSON", 8},
        {R"({"a":NaN})", "not valid JSON", 5},
        {R"({"a":-Infinity})", "not valid JSON", 6},
        {"{\"a\":\"\xff secret\"}", "not valid JSON", 6},
        {"{\"a\":\"\xed\xa0\x80\"}", "not valid JSON", 6},
        {"\xEF\xBB\xBF{", "not valid JSON", 4},
        {"{\"a\":\"sec\nret\"}", "must be escaped", 9},
        {"{\"a\":\"sec\tret\"}", R"(\t)", 9},
        {"{\"a\":\"\0secret\"}"s, "must be escaped", 6},
        {"{\"a\":\"caf\xc3\xa9\x0b\"}", R"(\u000b)", 11},
        {R"({"a":"C:\secret"})", R"(written \\)", 9},
        {R"({"a":"\u12g4"})", R"(written \\)", 10},
        {R"({"a":"\ud800\n"})", "not valid JSON", 13},
        {R"({"a":"\ud800\u0041"})", "not valid JSON", 14},
        {R"({"a":"\udbff\udbff"})", "not valid JSON", 14},
        {R"({"a":1e99999999999})", "exponent", 16},
        {R"({"a":2e308})", "exponent", 10},
        {"[1" + std::string(400, '0') + "]", "exponent", 402},
        {R"({"a":"secret)", R"(written \")", 12},
        {R"({"a":"ends with a backslash\"})", R"(written \")", 30},
        {R"({"a":"he said "secret" to me"})", "unescaped quote", 15},
        {R"({"a" 1})", "unexpected token", 5},
        {R"({"a":1 "b":2})", "unexpected token", 7},
        {R"({a:1})", "unexpected token", 1},
        {R"({"a":1,})", "unexpected token", 7},
        {R"([1 2])", "unexpected token", 3},
        {R"([1,])", "not valid JSON", 3},
    };
    for (const auto& [text, fact, offset] : samples)
    {
        BOOST_TEST_CONTEXT(text)
        {
            const auto failure = error_of(text);

            BOOST_REQUIRE(failure.has_value());
            BOOST_TEST((failure->code() == sdk::errc::json_invalid));
            BOOST_REQUIRE(failure->fields.size() == 1u);
            BOOST_TEST(failure->fields[0].field == "body");
            const auto& issue = failure->fields[0].issue;
            BOOST_TEST(issue.find(fact) != std::string::npos, issue);
            BOOST_TEST(issue.ends_with("(byte offset " + std::to_string(offset) + ")"), issue);
            BOOST_TEST(issue.find("secret") == std::string::npos, issue);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_lone_surrogate_is_refused)
{
    for (const std::string text : {R"({"a":"\ud800"})", R"({"a":"\udc00x"})", R"({"a":"\ud800\ud800"})"})
        BOOST_TEST((error_of(text).value().code() == sdk::errc::json_invalid), text);
}

BOOST_AUTO_TEST_CASE(escaped_control_characters_a_byte_order_mark_and_repeated_members_are_accepted)
{
    const json_body body{"\xEF\xBB\xBF {\"a\":\"\\n\\r\\t\\f\\u000b\",\"b\":1,\"b\":2} \n"};

    const auto& read = body.value().as_object();
    BOOST_TEST((read.at("a").as_string() == "\n\r\t\f\v"));
    BOOST_TEST((read.at("b").as_int64() == 2));
}

BOOST_AUTO_TEST_CASE(more_than_64_levels_are_a_validation_error)
{
    const auto nested = [](std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); };

    BOOST_TEST(!error_of(nested(64)).has_value());
    const auto failure = error_of(nested(65));
    BOOST_REQUIRE(failure.has_value());
    BOOST_TEST((failure->code() == sdk::errc::validation_error));
    BOOST_TEST(failure->fields.at(0).field == "body");
    BOOST_TEST((error_of(nested(2'000'000)).value().code() == sdk::errc::validation_error));
}

BOOST_AUTO_TEST_SUITE_END()
