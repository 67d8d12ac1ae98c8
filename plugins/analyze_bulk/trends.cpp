#include "trends.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

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

std::optional<coding_trends> count_trends(std::span<const feedback::record* const> records, const trend_fields& fields,
                                          feedback::period_length length)
{
    // UTF-8 sorts by byte like its code points.
    std::set<std::string>                                       periods;
    std::map<std::pair<std::string, std::string>, std::int64_t> counts;
    for (const auto* record : records)
    {
        const auto* date   = text_of(record->metadata, fields.date);
        const auto  period = date ? feedback::parse_period(*date, length) : std::nullopt;
        if (!period) continue;
        const auto label = period->label();
        periods.insert(label);
        for (const auto& field : fields.codes)
            if (const auto* codes = record->metadata.if_contains(field))
                for_each_label(*codes, [&](std::string_view code) { ++counts[{std::string{code}, label}]; });
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
