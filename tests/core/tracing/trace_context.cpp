#include "tracing/trace_context.hpp"

#include "encoding/encoding.hpp"

#include <boost/test/unit_test.hpp>

#include <set>
#include <string>
#include <vector>

using namespace verbatim::core::tracing;

namespace {

const std::string trace  = "0af7651916cd43dd8448eb211c80319c";
const std::string parent = "b7ad6b7169203331";

std::string header(const std::string& version, const std::string& flags, const std::string& rest = "")
{
    return version + "-" + trace + "-" + parent + "-" + flags + rest;
}

/// `count` members with distinct keys.
std::string members(int count)
{
    std::string text;
    for (int n = 0; n != count; ++n) text += (n == 0 ? "k" : ",k") + std::to_string(n) + "=v";
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(trace_context)

BOOST_AUTO_TEST_CASE(valid_headers_are_read)
{
    struct sample
    {
        std::string text;
        bool        sampled;
    };
    const std::vector<sample> samples{
        {header("00", "01"), true},          {header("00", "00"), false},
        {header("00", "02"), false},                                     // only the last bit is the decision
        {header("00", "ff"), true},          {header("01", "01"), true}, // a later version is read like 00
        {header("cc", "01", "-more"), true},                             // and may have further parts
        {header("fe", "00", "-"), false},
    };
    for (const auto& [text, sampled] : samples)
    {
        const auto result = parse_traceparent(text);

        BOOST_REQUIRE_MESSAGE(result, text);
        BOOST_TEST(verbatim::core::encoding::to_hexadecimal(result->trace) == trace);
        BOOST_TEST(verbatim::core::encoding::to_hexadecimal(result->span) == parent);
        BOOST_TEST(result->sampled == sampled, text);
    }
}

BOOST_AUTO_TEST_CASE(invalid_headers_are_ignored)
{
    const std::vector<std::string> samples{
        "",
        "00",
        std::string(54, '0'),
        std::string(55, '-'),
        std::string(20'000, '0'),
        std::string(55, '\0'),
        header("ff", "01"),                                  // the version that is never valid
        header("0F", "01"),                                  // upper case
        header("00", "0A"),                                  //
        header("00", "01", "-"),                             // version 00 has a fixed length
        header("00", "01", "-more"),                         //
        header("00", "01", " "),                             //
        header("01", "01", "more"),                          // further parts begin with '-'
        header("00", "1"),                                   // wrong lengths
        header("0", "01"),                                   //
        header("00", "0g"),                                  // not hexadecimal
        header("00", "0\xff"),                               //
        "00-" + std::string(32, '0') + "-" + parent + "-01", // invalid ids
        "00-" + trace + "-" + std::string(16, '0') + "-01",  //
        "00-0AF7651916CD43DD8448EB211C80319C-" + parent + "-01",
        "00-" + trace + "-B7AD6B7169203331-01",
        "00-" + trace.substr(1) + "-" + parent + "0-01",
        "00_" + trace + "_" + parent + "_01",
        "00-" + trace + "-" + parent + "x01",
        "00x" + trace + "-" + parent + "-01",
        " " + header("00", "01"),
    };
    for (const auto& text : samples) BOOST_TEST(!parse_traceparent(text), text);
}

BOOST_AUTO_TEST_CASE(a_written_header_is_read_back)
{
    for (const bool sampled : {false, true})
    {
        const trace_parent value{.trace = make_trace_id(), .span = make_span_id(), .sampled = sampled};
        BOOST_TEST((parse_traceparent(to_header(value)) == value));
    }
    BOOST_TEST(to_header(*parse_traceparent(header("cc", "03", "-more"))) == header("00", "01"));
}

BOOST_AUTO_TEST_CASE(made_ids_are_valid_and_distinct)
{
    std::set<std::string> ids;
    for (int n = 0; n != 1'000; ++n) ids.insert(verbatim::core::encoding::to_hexadecimal(make_trace_id()));
    for (int n = 0; n != 1'000; ++n) ids.insert(verbatim::core::encoding::to_hexadecimal(make_span_id()));
    BOOST_TEST(ids.size() == 2'000U);
}

BOOST_AUTO_TEST_CASE(valid_states_are_passed_on)
{
    const std::vector<std::string> samples{
        "rojo=00f067aa0ba902b7",
        "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE",
        " a=1\t, b=2 ",
        "a=1,,b=2,",
        "fw529a3039@dt=FfAyNTYwMTYx",
        "0tenant@sys=v",
        "a_-*/0= value with blanks",
        members(32),
        "a=" + std::string(256, 'v'),
        "k" + std::string(255, 'k') + "=v",
    };
    for (const auto& text : samples) BOOST_TEST(is_valid_tracestate(text), text);
}

BOOST_AUTO_TEST_CASE(invalid_states_are_dropped)
{
    const std::vector<std::string> samples{
        "",
        " , ,",
        "a",
        "a=",
        "=v",
        "A=v",
        "1=v",
        "a b=v",
        "a=v=w",
        "a=\x7f",
        "a=\xc3\xa9",
        "a=v\r\nSet-Cookie: x",
        std::string{"a=\0", 3},
        "a@=v",
        "@a=v",
        "a@b@c=v",
        "a@0b=v",
        "a@" + std::string(15, 'b') + "=v",
        std::string(242, 'a') + "@b=v",
        "a=1,a=2",
        members(33),
        "a=" + std::string(257, 'v'),
        std::string(257, 'k') + "=v",
        "a=" + std::string(254, 'v') + ",b=" + std::string(254, 'v'), // 513 characters
    };
    for (const auto& text : samples) BOOST_TEST(!is_valid_tracestate(text), text);
}

BOOST_AUTO_TEST_SUITE_END()
