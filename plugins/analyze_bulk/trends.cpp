#include "trends.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

using namespace std::chrono;

/// The number of `count` digits at `at`.
std::optional<unsigned> digits(std::string_view text, std::size_t at, std::size_t count)
{
    if (text.size() < at + count) return std::nullopt;
    unsigned number = 0;
    for (const char c : text.substr(at, count))
    {
        if (c < '0' || c > '9') return std::nullopt;
        number = number * 10 + static_cast<unsigned>(c - '0');
    }
    return number;
}

std::optional<year_month> month_of(std::string_view text)
{
    const auto y = digits(text, 0, 4);
    const auto m = digits(text, 5, 2);
    if (!y || *y == 0 || !m || text[4] != '-') return std::nullopt;
    const year_month parsed{year{static_cast<int>(*y)}, month{*m}};
    return parsed.ok() ? std::optional{parsed} : std::nullopt;
}

/// May be a day that does not exist.
std::optional<year_month_day> day_of(std::string_view text)
{
    const auto year_and_month = month_of(text);
    const auto d              = digits(text, 8, 2);
    if (!year_and_month || !d || text[7] != '-') return std::nullopt;
    return *year_and_month / day{*d};
}

std::string padded(int number, std::size_t width)
{
    const auto text = std::to_string(number);
    return std::string(width - std::min(width, text.size()), '0') + text;
}

std::string label_of(year_month month)
{
    return padded(static_cast<int>(month.year()), 4) + "-" + padded(static_cast<int>(unsigned{month.month()}), 2);
}

/// An ISO week belongs to the year of its Thursday.
std::string iso_week(sys_days date)
{
    const auto thursday = date + (days{4} - days{weekday{date}.iso_encoding()});
    const auto of_year  = year_month_day{thursday}.year();
    const auto week     = (thursday - sys_days{of_year / January / 1}).count() / 7 + 1;
    return padded(static_cast<int>(of_year), 4) + "-W" + padded(static_cast<int>(week), 2);
}

const boost::json::string* text_of(const boost::json::object& metadata, std::string_view key)
{
    const auto* value = metadata.if_contains(key);
    return value ? value->if_string() : nullptr;
}

template <class Each>
void for_each_label(std::string_view text, Each each)
{
    for (;;)
    {
        const auto comma = text.find(',');
        if (const auto label = sdk::utf8::trimmed(text.substr(0, comma)); !label.empty()) each(label);
        if (comma == text.npos) return;
        text.remove_prefix(comma + 1);
    }
}

/// The labels of a text or of an array of texts; other values have none.
template <class Each>
void for_each_label(const boost::json::value& value, Each each)
{
    if (const auto* text = value.if_string()) for_each_label(std::string_view{*text}, each);
    const auto* items = value.if_array();
    if (!items || !std::ranges::all_of(*items, [](const auto& item) { return item.is_string(); })) return;
    for (const auto& item : *items) for_each_label(std::string_view{item.get_string()}, each);
}

} // namespace

sdk::enum_values declare(period)
{
    return {"TrendPeriod",
            {{"day", period::day, "Calendar day, such as 2026-03-02."},
             {"week", period::week, "ISO week, such as 2026-W10."},
             {"month", period::month, "Calendar month, such as 2026-03."}}};
}

void declare(sdk::schema_builder& schema, trend_cell& cell)
{
    schema.name("CodingTrendCell", "Number of occurrences of a code in a period.");
    schema.field("code", cell.code, "Label of the code, of any level.").example("Health");
    schema.field("period", cell.period, "Label of the period.").example("2026-W10");
    schema.field("count", cell.count, "Number of occurrences.").at_least(1).example("1");
}

void declare(sdk::schema_builder& schema, coding_trends& trends)
{
    schema.name("CodingTrends", "Counts of codes over time, computed without a model.");
    schema.field("periods", trends.periods, "Periods that contain a dated record, ascending.");
    schema.field("cells", trends.cells, "Counts above zero, sorted by code and then by period.");
}

std::optional<std::string> period_label(std::string_view date, period width)
{
    const auto text   = sdk::utf8::trimmed(date);
    const auto parsed = day_of(text);
    if (parsed && !parsed->ok()) return std::nullopt; // 30 February has no month either
    if (width == period::month)
    {
        const auto year_and_month = month_of(text);
        return year_and_month ? std::optional{label_of(*year_and_month)} : std::nullopt;
    }
    if (!parsed) return std::nullopt;
    if (width == period::week) return iso_week(sys_days{*parsed});
    return label_of(parsed->year() / parsed->month()) + "-" + padded(static_cast<int>(unsigned{parsed->day()}), 2);
}

bool begins_with_month(std::string_view date) { return month_of(sdk::utf8::trimmed(date)).has_value(); }

std::optional<coding_trends> count_trends(std::span<const feedback::record* const> records, const trend_fields& fields,
                                          period width)
{
    // UTF-8 sorts by byte like its code points.
    std::set<std::string>                                       periods;
    std::map<std::pair<std::string, std::string>, std::int64_t> counts;
    for (const auto* record : records)
    {
        const auto* date  = text_of(record->metadata, fields.date);
        const auto  label = date ? period_label(*date, width) : std::nullopt;
        if (!label) continue;
        periods.insert(*label);
        for (const auto& field : fields.codes)
            if (const auto* codes = record->metadata.if_contains(field))
                for_each_label(*codes, [&](std::string_view code) { ++counts[{std::string{code}, *label}]; });
    }
    if (periods.empty()) return std::nullopt;

    coding_trends trends{.periods = {periods.begin(), periods.end()}, .cells = {}};
    for (const auto& [key, count] : counts) trends.cells.push_back({key.first, key.second, count});
    return trends;
}

std::optional<std::string> trend_grid(const coding_trends& trends, std::size_t max_characters)
{
    std::string rows = "code";
    for (const auto& period : trends.periods) rows.append(",").append(period);

    // Cells are sorted by code and period, so one pass fills the rows. Every row has at least a comma and a digit per
    // period, so a grid that is too large is detected before it is written.
    for (auto cell = trends.cells.begin(); cell != trends.cells.end();)
    {
        const auto& code = cell->code;
        rows.append("\n").append(feedback::on_one_line(code));
        if (rows.size() > 4 * max_characters || trends.periods.size() * 2 > max_characters) return std::nullopt;
        for (const auto& period : trends.periods)
        {
            const bool present = cell != trends.cells.end() && cell->code == code && cell->period == period;
            rows.append(",").append(present ? std::to_string(cell->count) : "0");
            if (present) ++cell;
        }
    }
    return sdk::utf8::count_code_points(rows) <= max_characters ? std::optional{std::move(rows)} : std::nullopt;
}

} // namespace verbatim::analyze_bulk
