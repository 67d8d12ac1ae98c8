#include "reporting/window_plan.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <random>

using namespace verbatim;
using namespace verbatim::core::reporting;

namespace {

using namespace std::chrono;

std::int64_t at(year_month_day day, int hour = 0, std::int64_t microsecond = 0)
{
    return microseconds{sys_days{day}.time_since_epoch() + hours{hour}}.count() + microsecond;
}

std::string name_of(usage_period level)
{
    return level == usage_period::hour ? "hour" : level == usage_period::day ? "day" : "month";
}

std::string time_text(const std::optional<std::int64_t>& time)
{
    if (!time) return "-";
    const auto hour = floor<hours>(microseconds{*time});
    const auto rest = microseconds{*time} - hour;
    return std::to_string((hour - microseconds{at(2026y / January / 1)}) / hours{1}) +
           (rest.count() != 0 ? "+" + std::to_string(rest.count()) : "");
}

std::string rows_of(const window_plan& plan)
{
    std::string text = "rows";
    for (const auto& window : plan.rows) text += " " + time_text(window.from) + ".." + time_text(window.to);
    return text;
}

/// Times in hours since 2026-01-01.
std::string text_of(const window_plan& plan)
{
    std::string text;
    for (const auto& range : plan.rollups)
        text += name_of(range.level) + " " + time_text(range.from) + ".." + time_text(range.to) + "; ";
    return text + rows_of(plan);
}

/// Roll-ups of the first half of 2026.
const sdk::usage_window half_year{.from = at(2026y / January / 1), .to = at(2026y / July / 1)};

} // namespace

BOOST_AUTO_TEST_SUITE(window_plans)

BOOST_AUTO_TEST_CASE(a_window_is_months_then_days_then_hours_then_rows)
{
    const sdk::usage_window window{.from = at(2026y / January / 30, 22, 5), .to = at(2026y / April / 3, 2, 1)};
    BOOST_TEST(text_of(plan_window(window, half_year, {})) ==
               "hour 719..720; day 720..744; month 744..2160; day 2160..2208; hour 2208..2210; rows 718+5..719 "
               "2210..2210+1");
}

BOOST_AUTO_TEST_CASE(a_window_without_bounds_also_reads_rows_beyond_the_roll_ups)
{
    BOOST_TEST(text_of(plan_window({}, half_year, {})) == "month 0..4344; rows -..0 4344..-");
}

BOOST_AUTO_TEST_CASE(a_window_within_an_hour_or_outside_of_the_roll_ups_reads_rows)
{
    const sdk::usage_window minutes{.from = at(2026y / May / 1, 2, 1), .to = at(2026y / May / 1, 2, 9)};
    BOOST_TEST(text_of(plan_window(minutes, half_year, {})) == "rows 2882+1..2882+9");
    const sdk::usage_window later{.from = at(2027y / May / 1)};
    BOOST_TEST(plan_window(later, half_year, {}).rollups.empty());
    BOOST_TEST(text_of(plan_window({}, {.from = 0, .to = 0}, {})) == "rows -..-");
}

BOOST_AUTO_TEST_CASE(a_stale_hour_splits_its_month_and_its_day)
{
    stale_periods stale;
    stale.add_mark(usage_period::hour, at(2026y / February / 2, 5));
    const sdk::usage_window window{.from = at(2026y / January / 1), .to = at(2026y / April / 1)};
    BOOST_TEST(text_of(plan_window(window, half_year, stale)) ==
               "month 0..744; day 744..768; hour 768..773; hour 774..792; day 792..1416; month 1416..2160; rows "
               "773..774");
}

BOOST_AUTO_TEST_CASE(a_stale_day_is_read_by_the_hour)
{
    stale_periods stale;
    stale.add_mark(usage_period::day, at(2026y / February / 2));
    const sdk::usage_window window{.from = at(2026y / February / 1), .to = at(2026y / February / 4)};
    BOOST_TEST(text_of(plan_window(window, half_year, stale)) == "day 744..768; hour 768..792; day 792..816; rows");
}

BOOST_AUTO_TEST_CASE(history_without_roll_ups_is_read_from_rows)
{
    const stale_periods     stale{.built_from = at(2026y / February / 10)};
    const sdk::usage_window window{.from = at(2026y / January / 1), .to = at(2026y / March / 1)};
    BOOST_TEST(text_of(plan_window(window, half_year, stale)) == "day 960..1416; rows 0..960");
}

BOOST_AUTO_TEST_CASE(each_moment_of_a_window_is_read_from_one_source)
{
    std::mt19937_64 random{1};
    for (int n = 0; n < 200; ++n)
    {
        const auto any_time = [&] {
            return at(2025y / December / 1) + static_cast<std::int64_t>(random() % 20'000'000'000'000);
        };
        const auto    first = any_time(), second = any_time();
        stale_periods stale{.built_from = random() % 2 == 0 ? 0 : period_start(usage_period::day, any_time())};
        for (auto left = random() % 6; left != 0; --left)
        {
            const auto level = static_cast<usage_period>(random() % 3);
            stale.add_mark(level, period_start(level, any_time()));
        }
        const sdk::usage_window window{.from = std::min(first, second), .to = std::max(first, second) + 1};
        const auto              plan = plan_window(window, half_year, stale);
        for (int sample = 0; sample < 50; ++sample)
        {
            const auto time = any_time();
            const auto sources =
                std::ranges::count_if(
                    plan.rollups, [&](const period_range& range) { return time >= range.from && time < range.to; }) +
                std::ranges::count_if(plan.rows, [&](const sdk::usage_window& part) {
                    return time >= part.from.value_or(INT64_MIN) && time < part.to.value_or(INT64_MAX);
                });
            BOOST_TEST(sources == (time >= *window.from && time < *window.to ? 1 : 0));
        }
        for (const auto longest : {usage_period::hour, usage_period::day})
            BOOST_TEST(rows_of(plan_window(window, half_year, stale, longest)) == rows_of(plan));
    }
}

BOOST_AUTO_TEST_SUITE_END()
