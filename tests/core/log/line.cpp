#include "log/line.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <limits>
#include <vector>

using namespace verbatim;
using core::log::line_format;

namespace {

std::string format_line(std::string_view event, std::vector<sdk::log_field> facts, line_format format,
                        std::string_view request_id = {})
{
    std::string line;
    const auto  time = std::chrono::system_clock::time_point{std::chrono::microseconds{1'767'225'599'000'042}};
    core::log::append_line({time, sdk::severity::warning, event, request_id, facts}, format, line);
    return line;
}

std::string value_of(std::string_view text, line_format format)
{
    auto line = format_line("e", {{"v", text}}, format);
    return line.substr(line.find(format == line_format::json ? "\"v\":" : "v=") +
                       (format == line_format::json ? 4 : 2));
}

} // namespace

BOOST_AUTO_TEST_SUITE(line)

BOOST_AUTO_TEST_CASE(text_lines_contain_time_level_event_and_fields)
{
    BOOST_TEST(format_line("judge_failed",
                           {{"class", "llm_timeout"}, {"attempt", 2}, {"seconds", 0.25}, {"last", true}},
                           line_format::text) ==
               "time=2025-12-31T23:59:59.000042Z level=warning event=judge_failed class=llm_timeout attempt=2 "
               "seconds=0.25 last=true\n");
}

BOOST_AUTO_TEST_CASE(json_lines_are_objects_with_the_same_members)
{
    auto line = format_line("judge_failed", {{"class", "llm_timeout"}, {"attempt", 2}, {"seconds", 0.25}},
                            line_format::json, "id-1");

    BOOST_TEST(line == "{\"time\":\"2025-12-31T23:59:59.000042Z\",\"level\":\"warning\",\"event\":\"judge_failed\","
                       "\"request_id\":\"id-1\",\"class\":\"llm_timeout\",\"attempt\":2,\"seconds\":0.25}\n");
}

BOOST_AUTO_TEST_CASE(lines_of_a_traced_request_have_its_trace_id)
{
    const sdk::log_field   field{"trace_id", 1};
    const core::log::event entry{.time       = {},
                                 .level      = sdk::severity::info,
                                 .name       = "e",
                                 .request_id = "id-1",
                                 .fields     = {&field, 1},
                                 .trace_id   = "0af7"};
    std::string            line;
    core::log::append_line(entry, line_format::text, line);
    BOOST_TEST(line ==
               "time=1970-01-01T00:00:00.000000Z level=info event=e request_id=id-1 trace_id=0af7 trace_id_=1\n");
}

BOOST_AUTO_TEST_CASE(a_value_cannot_forge_a_line_or_control_a_terminal)
{
    const std::vector<std::string_view> attacks{"/v1\nlevel=error event=forged",
                                                "/v1\r\n",
                                                "\x1b[2J",
                                                "a b=c",
                                                "\"",
                                                "\\",
                                                "\x7f",
                                                "\xc2\x85",
                                                "\xe2\x80\xa8",
                                                "\xc2\x9b"
                                                "31m",
                                                "\xff\xfe",
                                                "\xe2\x80",
                                                "\xf4\x90\x80\x80",
                                                "\xed\xa0\x80",
                                                "",
                                                std::string_view{"\0x", 2}};
    for (const auto attack : attacks)
        for (const auto format : {line_format::text, line_format::json})
        {
            BOOST_TEST_CONTEXT("attack of " << attack.size() << " bytes")
            {
                auto line = format_line("e", {{"v", attack}}, format);

                BOOST_TEST(line.find('\n') == line.size() - 1);
                for (const char c : line.substr(0, line.size() - 1)) BOOST_TEST((c >= 0x20 && c < 0x7F));
                if (format == line_format::json) BOOST_CHECK_NO_THROW(boost::json::parse(line));
            }
        }
}

BOOST_AUTO_TEST_CASE(escapes_preserve_the_characters)
{
    BOOST_TEST(value_of("a\nb", line_format::text) == "\"a\\u000ab\"\n");
    BOOST_TEST(value_of("Zo\xc3\xab", line_format::text) == "\"Zo\\u00eb\"\n");
    BOOST_TEST(value_of("\xf0\x9f\x98\x80", line_format::json) == "\"\\ud83d\\ude00\"}\n");
    BOOST_TEST(value_of("\xff!", line_format::json) == "\"\\ufffd!\"}\n");
    BOOST_TEST(value_of("", line_format::text) == "\"\"\n");
}

BOOST_AUTO_TEST_CASE(long_values_are_truncated)
{
    auto value = value_of(std::string(5'000, 'x'), line_format::json);

    BOOST_TEST(value == '"' + std::string(1'024, 'x') + "...\"}\n");
}

BOOST_AUTO_TEST_CASE(a_field_cannot_take_a_name_of_the_line)
{
    auto line = format_line("e", {{"level", "debug"}, {"request_id", "other"}, {"time", 1}}, line_format::text, "mine");

    BOOST_TEST(line.ends_with("request_id=mine level_=debug request_id_=other time_=1\n"));
    BOOST_TEST(format_line("e", {{"event", "x"}}, line_format::json).ends_with("\"event_\":\"x\"}\n"));
    BOOST_TEST(format_line("e", {{"request_id", "x"}}, line_format::json).ends_with("\"request_id\":\"x\"}\n"));
}

BOOST_AUTO_TEST_CASE(a_name_cannot_contain_a_separator)
{
    BOOST_TEST(format_line("e", {{"a b=\n", 1}}, line_format::text).ends_with(" a_b__=1\n"));
    BOOST_CHECK_NO_THROW(boost::json::parse(format_line("e", {{"a\"b", 1}}, line_format::json)));
}

BOOST_AUTO_TEST_CASE(numbers_without_a_json_form_are_null)
{
    BOOST_TEST(format_line("e", {{"v", std::numeric_limits<double>::infinity()}}, line_format::json)
                   .ends_with("\"v\":null}\n"));
    BOOST_TEST(
        format_line("e", {{"v", std::numeric_limits<double>::quiet_NaN()}}, line_format::text).ends_with("v=null\n"));
    BOOST_TEST(format_line("e", {{"v", std::numeric_limits<std::int64_t>::min()}}, line_format::text)
                   .ends_with("v=-9223372036854775808\n"));
}

BOOST_AUTO_TEST_SUITE_END()
