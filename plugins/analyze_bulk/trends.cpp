#include "trends.hpp"

#include "verbatim/feedback/json_size.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/sdk/text.hpp"
#include "verbatim/sdk/token_estimate.hpp"

#include <boost/algorithm/string/join.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

/// An upper bound of the bytes of a cell in the response.
std::size_t json_bytes(std::string_view code)
{
    constexpr std::size_t frame = 64; // names, punctuation, period and count
    return frame + feedback::json_size(code);
}

/// Maximum JSON bytes of the changes in a response; beyond it those of less frequent codes are left out.
constexpr std::size_t max_change_bytes = 1u << 20;

void add_cells(coding_trends& trends, const std::string& code, const time_series& series)
{
    for (std::size_t n = 0; n != series.size(); ++n)
        if (const auto count = series[n].count; count != 0)
            trends.cells.push_back({code, trends.periods[n], static_cast<std::int64_t>(count)});
}

/// Moves the counts of codes that fit into the response to `trends`, and drops the other codes.
void add_codes(trend_counts& counts, coding_trends& trends, std::size_t max_bytes)
{
    std::size_t bytes = 0;
    std::erase_if(counts.codes, [&](const membership& code) {
        const auto series = series_of(code, counts.periods);
        const auto cells  = static_cast<std::size_t>(
            std::ranges::count_if(series, [](const auto& period) { return period.count != 0; }));
        bytes += cells * json_bytes(code.id);
        if (bytes <= max_bytes) return add_cells(trends, code.id, series), false;
        counts.omitted_labels += code.records.size();
        return true;
    });
    std::ranges::stable_sort(trends.cells, {}, &trend_cell::code);
}

using text_analysis::report_labels;

/// `20 of 432, 4.6%`
std::string counts_of(const change& change, std::size_t side, const report_labels& labels)
{
    return std::to_string(change.counts[side]) + ' ' + std::string{labels.of} + ' ' +
           std::to_string(change.totals[side]) + ", " + percent_of(change, side) + '%';
}

std::string item_of(const named_change& named, const report_labels& labels)
{
    const auto& change  = named.change;
    auto        periods = change.periods[0];
    if (change.periods[1] != periods) periods += " – " + change.periods[1];
    return named.name + " (" + counts_of(change, 0, labels) + ' ' + std::string{labels.arrow} + ' ' + periods + ": " +
           counts_of(change, 1, labels) + ')';
}

} // namespace

void declare(sdk::schema_builder& schema, trend_cell& cell)
{
    schema.name("CodingTrendCell", "Number of records of a code in a period.");
    schema.field("code", cell.code, "Label of the code, of any level.").example("Health");
    schema.field("period", cell.period, "Label of the period.").example("2026-W10");
    schema.field("count", cell.count, "Number of records.").at_least(1).example("1");
}

void declare(sdk::schema_builder& schema, code_change& change)
{
    schema.name("CodeChange", "A change of a code over time that chance does not explain.");
    schema.field("code", change.code, "Label of the code.").example("Health");
    declare_members(schema, change.change);
}

void declare(sdk::schema_builder& schema, coding_trends& trends)
{
    schema.name("CodingTrends", "Counts of codes over time, computed without a model.");
    schema.field("periods", trends.periods, "Periods that contain a dated record, ascending.");
    schema.field("cells", trends.cells, "Counts above zero, sorted by code and then by period.");
    schema
        .field("changes", trends.changes,
               "Changes that chance does not explain, sorted by code. Only with `trend_tests` or detail `themes`.")
        .absent_if_null();
    schema
        .field("suppressed_codes", trends.suppressed_codes,
               "Codes that `cells` and `changes` leave out because their counts over time would reveal a suppressed "
               "count. Absent if there are none.")
        .absent_if_null();
}

trend_counts count_trends(std::span<const feedback::record* const> records, const trend_fields& fields,
                          feedback::period_length length, const trend_limits& limits)
{
    trend_counts counts;
    counts.periods       = periods_of(records, fields.date, length, limits.periods);
    const bool is_dated  = !counts.periods.labels.empty();
    auto       positions = counts.periods.dated();
    if (!is_dated)
    {
        positions.resize(records.size());
        std::iota(positions.begin(), positions.end(), std::size_t{0});
    }
    auto memberships      = code_memberships(records, positions, fields.labels(), limits.codes);
    counts.codes          = std::move(memberships.codes);
    counts.omitted_labels = memberships.omitted;
    if (!is_dated) return counts;

    coding_trends trends{.periods = counts.periods.labels, .cells = {}, .changes = {}, .suppressed_codes = {}};
    add_codes(counts, trends, limits.json_bytes);
    counts.trends = std::move(trends);
    return counts;
}

void leave_out(trend_counts& counts, const hidden_over_time& hidden)
{
    if (!counts.trends) return;
    std::vector<std::string> labels;
    std::erase_if(counts.codes, [&](const membership& code) {
        const bool is_hidden = hidden.has_code(code.id);
        if (is_hidden) labels.push_back(code.id);
        return is_hidden;
    });
    if (labels.empty()) return;
    std::ranges::sort(labels);
    std::erase_if(counts.trends->cells, [&](const trend_cell& cell) { return hidden.has_code(cell.code); });
    counts.trends->suppressed_codes = std::move(labels);
}

void test_changes(trend_counts& counts)
{
    if (!counts.trends) return;
    std::vector<time_series> series;
    for (const auto& code : counts.codes) series.push_back(series_of(code, counts.periods));
    auto tested = find_changes(series, counts.periods.labels);

    auto&       changes = counts.trends->changes.emplace();
    std::size_t bytes   = 0;
    for (std::size_t n = 0; n != tested.size(); ++n)
        for (auto& change : tested[n])
            if ((bytes += 3 * json_bytes(counts.codes[n].id)) <= max_change_bytes)
                changes.push_back({counts.codes[n].id, std::move(change)});
    std::ranges::stable_sort(changes, {}, &code_change::code);
}

std::vector<std::string_view> labels_of(const trend_counts& counts)
{
    std::vector<std::string_view> labels;
    for (const auto& code : counts.codes) labels.push_back(code.id);
    return labels;
}

std::optional<sdk::prompt_text> trend_grid(const coding_trends& trends, const feedback::redaction& names,
                                           std::size_t max_characters)
{
    std::string rows = "code";
    for (const auto& period : trends.periods) rows.append(",").append(period);

    // Cells are sorted by code and period, so one pass fills the rows. Every row has at least a comma and a digit per
    // period, so a grid that is too large is detected before it is written.
    for (auto cell = trends.cells.begin(); cell != trends.cells.end();)
    {
        const auto& code = cell->code;
        rows.append("\n").append(names.unescaped_field(feedback::on_one_line(code)));
        if (rows.size() > 4 * max_characters || trends.periods.size() * 2 > max_characters) return std::nullopt;
        for (const auto& period : trends.periods)
        {
            const bool present = cell != trends.cells.end() && cell->code == code && cell->period == period;
            rows.append(",").append(present ? std::to_string(cell->count) : "0");
            if (present) ++cell;
        }
    }
    if (sdk::estimation_length(rows) > max_characters) return std::nullopt;
    return names.completion_text(rows);
}

sdk::prompt_text changes_block(const coding_trends& trends, const feedback::redaction& names)
{
    if (!trends.changes || trends.changes->empty()) return {};
    std::string lines =
        "code,change,from,to,records in other periods,of,share in %,records in these periods,of,share in %";
    for (const auto& [code, change] : *trends.changes)
    {
        lines.append("\n").append(names.unescaped_field(feedback::on_one_line(code)));
        lines.append(",").append(name_of(change.kind));
        for (const auto& period : change.periods) lines.append(",").append(period);
        for (std::size_t side = 0; side != 2; ++side)
        {
            lines.append(",").append(std::to_string(change.counts[side]));
            lines.append(",").append(std::to_string(change.totals[side]));
            lines.append(",").append(percent_of(change, side));
        }
    }
    return feedback::tagged("coding_changes", names.completion_text(lines));
}

std::vector<named_change> named_changes(const trend_counts& counts, const feedback::redaction& redaction)
{
    std::vector<named_change> result;
    if (!counts.trends || !counts.trends->changes) return result;
    for (const auto& [code, change] : *counts.trends->changes)
        result.push_back({std::string{redaction.unescaped_field(feedback::on_one_line(code))}, change});
    return result;
}

std::string_view name_of(change_kind kind, const report_labels& labels)
{
    switch (kind)
    {
    case change_kind::rise: return labels.growing;
    case change_kind::fall: return labels.falling;
    case change_kind::step_up: return labels.stepped_up;
    case change_kind::step_down: return labels.stepped_down;
    case change_kind::spike: return labels.peaking;
    case change_kind::appearance: return labels.appeared;
    case change_kind::disappearance: break;
    }
    return labels.vanished;
}

std::string list_of(std::span<const named_change> changes, std::string_view heading, const report_labels& labels)
{
    if (changes.empty()) return {};
    auto text = "- " + std::string{heading} + ":\n";
    for (const auto kind : {change_kind::rise, change_kind::step_up, change_kind::appearance, change_kind::spike,
                            change_kind::fall, change_kind::step_down, change_kind::disappearance})
    {
        constexpr std::size_t    max_items = 12;
        std::vector<std::string> items;
        for (const auto& named : changes)
            if (named.change.kind == kind && items.size() != max_items) items.push_back(item_of(named, labels));
        if (!items.empty())
            text.append("   - ")
                .append(name_of(kind, labels))
                .append(": ")
                .append(boost::algorithm::join(items, "; ")) += '\n';
    }
    return text;
}

} // namespace verbatim::analyze_bulk
