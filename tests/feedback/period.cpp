#include "verbatim/feedback/period.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>
#include <vector>

using namespace verbatim;
using namespace std::chrono_literals;
using feedback::period;
using feedback::period_length;

namespace {

std::string label_of(std::string_view date, period_length length)
{
    const auto parsed = feedback::parse_period(date, length);
    return parsed ? parsed->label() : "";
}

/// The labels from the first period to the last.
std::vector<std::string> labels(period_length length, std::string_view first, std::string_view last)
{
    std::vector<std::string> result;
    const auto               end = feedback::parse_period(last, length).value();
    for (auto at = feedback::parse_period(first, length).value(); at <= end; ++at) result.push_back(at.label());
    return result;
}

std::string day_text(const sdk::date_time& moment)
{
    return period{period_length::day, feedback::day_of(moment)}.label();
}

} // namespace

BOOST_AUTO_TEST_SUITE(periods)

BOOST_AUTO_TEST_CASE(dates_have_a_label_per_period)
{
    struct sample
    {
        const char* date;
        const char* day;
        const char* week;
        const char* month;
    };
    // clang-format off
    const sample samples[] = {
        {"2026-07-01 14:50:58",       "2026-07-01", "2026-W27", "2026-07"},
        {"2026-07-01T14:50:58+05:00", "2026-07-01", "2026-W27", "2026-07"},
        {" 2026-03-02 ",              "2026-03-02", "2026-W10", "2026-03"},
        {"2024-12-30",                "2024-12-30", "2025-W01", "2024-12"},
        {"2021-01-03",                "2021-01-03", "2020-W53", "2021-01"},
        {"2021-01-04",                "2021-01-04", "2021-W01", "2021-01"},
        {"2024-02-29",                "2024-02-29", "2024-W09", "2024-02"},
        {"0001-01-01",                "0001-01-01", "0001-W01", "0001-01"},
        {"9999-12-31",                "9999-12-31", "9999-W52", "9999-12"},
        {"2026-07-01garbage",         "2026-07-01", "2026-W27", "2026-07"},
        {"2026-07",                   "",           "",         "2026-07"},
        {"2026-07-1",                 "",           "",         "2026-07"},
        {"2026-07x01",                "",           "",         "2026-07"},
        {"2026-07-xx",                "",           "",         "2026-07"},
        {"2026-02-30",                "",           "",         ""},
        {"2026-02-30T10:00:00Z",      "",           "",         ""},
        {"2023-02-29",                "",           "",         ""},
        {"2026-02-99",                "",           "",         ""},
        {"2026-13-01",                "",           "",         ""},
        {"2026-00-01",                "",           "",         ""},
        {"2026-01-00",                "",           "",         ""},
        {"0000-01-01",                "",           "",         ""},
        {"2026/07/01",                "",           "",         ""},
        {"01-07-2026",                "",           "",         ""},
        {"２０２６-07-01",             "",           "",         ""},
        {"-026-07-01",                "",           "",         ""},
        {"202",                       "",           "",         ""},
        {"",                          "",           "",         ""},
    };
    // clang-format on
    for (const auto& sample_date : samples) BOOST_TEST_CONTEXT(sample_date.date)
        {
            BOOST_TEST(label_of(sample_date.date, period_length::day) == sample_date.day);
            BOOST_TEST(label_of(sample_date.date, period_length::week) == sample_date.week);
            BOOST_TEST(label_of(sample_date.date, period_length::month) == sample_date.month);
            BOOST_TEST(feedback::parse_date(sample_date.date).has_value() == !std::string{sample_date.day}.empty());
        }
}

BOOST_AUTO_TEST_CASE(a_month_is_parsed_whatever_follows)
{
    for (const char* date : {"2026-07", " 2026-07-01", "2026-02-30", "2026-07-xx"})
        BOOST_TEST(feedback::parse_month(date).has_value(), date);
    for (const char* date : {"", "2026-13", "2026", "soon"}) BOOST_TEST(!feedback::parse_month(date).has_value(), date);
}

BOOST_AUTO_TEST_CASE(a_period_begins_with_its_first_day)
{
    const auto sunday = std::chrono::sys_days{2026y / 3 / 1};
    BOOST_TEST((period{period_length::day, sunday}.first_day() == sunday));
    BOOST_TEST((period{period_length::week, sunday}.first_day() == std::chrono::sys_days{2026y / 2 / 23}));
    BOOST_TEST((period{period_length::month, sunday}.first_day() == sunday));
    BOOST_TEST((period{period_length::week, sunday} == feedback::parse_period("2026-02-25", period_length::week)));
}

BOOST_AUTO_TEST_CASE(periods_follow_each_other_without_a_gap)
{
    using strings = std::vector<std::string>;
    BOOST_TEST(
        (labels(period_length::day, "2024-02-28", "2024-03-01") == strings{"2024-02-28", "2024-02-29", "2024-03-01"}));
    BOOST_TEST(
        (labels(period_length::week, "2020-12-27", "2021-01-04") == strings{"2020-W52", "2020-W53", "2021-W01"}));
    BOOST_TEST(
        (labels(period_length::month, "2025-11-30", "2026-02") == strings{"2025-11", "2025-12", "2026-01", "2026-02"}));
    BOOST_TEST(labels(period_length::day, "2026-03-02", "2026-03-01").empty());
}

BOOST_AUTO_TEST_CASE(labels_sort_like_their_periods)
{
    for (const auto length : {period_length::day, period_length::week, period_length::month})
    {
        std::string previous;
        auto        at = feedback::parse_period("0998-12-01", length).value();
        for (int n = 0; n != 1'000; ++n, ++at)
        {
            BOOST_TEST(previous < at.label());
            previous = at.label();
        }
    }
}

BOOST_AUTO_TEST_CASE(a_timestamp_is_a_moment_of_iso_8601)
{
    const auto utc = feedback::parse_timestamp("2026-03-02T23:30:00-01:00").value();
    BOOST_TEST(utc.has_offset);
    BOOST_TEST(day_text(utc) == "2026-03-03");

    const auto local = feedback::parse_timestamp("2026-03-02 23:30:00").value();
    BOOST_TEST(!local.has_offset);
    BOOST_TEST(day_text(local) == "2026-03-02");
    BOOST_TEST(day_text(feedback::parse_timestamp("1969-12-31T23:59:59Z").value()) == "1969-12-31");

    for (const char* text : {"", "2026-03", "2026-02-30", "2026-03-02T25:00:00Z", "2026-03-02 at noon", "soon"})
        BOOST_TEST(!feedback::parse_timestamp(text).has_value(), text);
}

BOOST_AUTO_TEST_SUITE_END()
