#include "verbatim/sdk/calendar.hpp"

#include <boost/test/unit_test.hpp>

#include <ctime>
#include <string>
#include <string_view>

namespace calendar = verbatim::sdk::calendar;

namespace {

using namespace std::chrono;
using moment = sys_time<microseconds>;

std::string text_of(moment time)
{
    const auto text = calendar::time_text(time);
    return {text.data(), text.size()};
}

} // namespace

BOOST_AUTO_TEST_SUITE(sdk_calendar)

BOOST_AUTO_TEST_CASE(months_and_dates_are_read_from_the_beginning_of_a_text)
{
    BOOST_TEST((calendar::parse_month("2026-03") == 2026y / March));
    BOOST_TEST((calendar::parse_month("0001-12-99") == 1y / December));
    BOOST_TEST((calendar::parse_date("2024-02-29T10:00") == sys_days{2024y / February / 29}));
    BOOST_TEST((calendar::parse_day("2026-02-29") == 2026y / February / 29));
    for (const auto* text : {"", "2026", "2026-", "2026-3", "2026-00", "2026-13", "0000-01", "2026/03", "-026-03",
                             "+026-03", "2026- 3", "20260-3"})
        BOOST_TEST(!calendar::parse_month(text).has_value(), text);
    for (const auto* text :
         {"2026-03", "2026-03-", "2026-03-1", "2026-03-00", "2026-03-32", "2026-02-29", "1900-02-29", "2026-03/01"})
        BOOST_TEST(!calendar::parse_date(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(every_date_reads_as_it_is_written)
{
    for (auto day = sys_days{1y / January / 1}; day <= sys_days{9999y / December / 31}; day += days{13})
    {
        const auto text = calendar::text_of(day);
        BOOST_REQUIRE_EQUAL(text.size(), 10U);
        BOOST_REQUIRE((calendar::parse_date(text) == day));
        BOOST_REQUIRE((calendar::parse_month(text) == calendar::month_of(day)));
        BOOST_REQUIRE_EQUAL(calendar::text_of(calendar::month_of(day)), text.substr(0, 7));
    }
}

BOOST_AUTO_TEST_CASE(times_have_microseconds_and_match_the_c_library)
{
    BOOST_TEST(text_of(moment{}) == "1970-01-01T00:00:00.000000Z");
    BOOST_TEST(text_of(moment{microseconds{-1}}) == "1969-12-31T23:59:59.999999Z");
    BOOST_TEST(text_of(moment{sys_days{9999y / December / 31}} + days{1} - microseconds{1}) ==
               "9999-12-31T23:59:59.999999Z");
    for (std::int64_t second = -1'000'000'000; second < 4'000'000'000; second += 86'399 * 997)
    {
        const std::time_t time = second;
        std::tm           parts{};
        char              expected[32];
        ::gmtime_r(&time, &parts);
        const auto size = std::strftime(expected, sizeof expected, "%Y-%m-%dT%H:%M:%S.000000Z", &parts);
        BOOST_REQUIRE_EQUAL(text_of(moment{seconds{second}}), (std::string_view{expected, size}));
    }
}

BOOST_AUTO_TEST_SUITE_END()
