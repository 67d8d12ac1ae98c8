#include "breakdown.hpp"

#include "periods.hpp"

#include "verbatim/feedback/period.hpp"
#include "verbatim/statistics/false_discovery.hpp"
#include "verbatim/statistics/shares.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

constexpr std::size_t max_codes          = 100;
constexpr std::size_t max_response_bytes = 5u << 19; ///< of breakdown and comparison
constexpr double      false_discoveries  = 0.05;

std::int64_t to_integer(std::uint64_t count) { return static_cast<std::int64_t>(count); }

double rounded_share(double share) { return std::round(share * 10'000) / 10'000; }

/// The groups of one table, and those that the response names.
struct table_groups
{
    record_groups groups;
    bool          shows_group_sizes = true;
    bool          hides_last_group  = false;
};

struct counted_groups
{
    table_groups     source;
    count_table      table;
    suppressed_cells suppressed;
};

counted_groups count(table_groups source, const subject_list& list, std::uint64_t min_cell)
{
    auto table              = count_by_group(list, source.groups);
    table.shows_group_sizes = source.shows_group_sizes;
    table.hides_last_column = source.hides_last_group;
    auto suppressed         = suppress_small_cells(table, min_cell);
    return {std::move(source), std::move(table), std::move(suppressed)};
}

key_breakdown to_breakdown(const std::string& key, const counted_groups& counted, const subject_list& list)
{
    key_breakdown result{.key = key, .values = {}};
    const auto&   groups = counted.source.groups;
    for (std::size_t group = 0; group != groups.sizes.size(); ++group)
    {
        auto& value = result.values.emplace_back(value_breakdown{
            .value = groups.names[group], .record_count = to_integer(groups.sizes[group]), .counts = {}});
        for (std::size_t n = 0; n != list.subjects.size(); ++n)
        {
            const auto& [kind, records] = list.subjects[n];
            auto& entry =
                value.counts.emplace_back(group_count{.kind = kind, .id = records.id, .title = records.title});
            if (counted.suppressed[n + 1][group]) continue;
            const statistics::share part{counted.table.rows[n + 1][group], groups.sizes[group]};
            entry.count = to_integer(part.count);
            entry.share = rounded_share(part.value());
        }
    }
    return result;
}

using parsed_day = std::optional<std::chrono::sys_days>;

/// The records of each window, and those of neither.
table_groups groups_of(std::span<const feedback::record* const> records, std::string_view date_field,
                       const std::vector<day_window>& windows)
{
    table_groups result{.groups            = {.names = {}, .of_record = {}, .sizes = std::vector<std::uint64_t>(3, 0)},
                        .shows_group_sizes = false,
                        .hides_last_group  = true};
    std::vector<std::pair<parsed_day, parsed_day>> days;
    for (const auto& [from, to] : windows)
    {
        days.emplace_back(feedback::parse_date(from), feedback::parse_date(to));
        result.groups.names.emplace_back(from + "/" + to);
    }
    result.groups.names.emplace_back();
    const auto is_in = [&](const auto& day, const auto& window) {
        return day && window.first <= day && day <= window.second;
    };
    for (const auto* record : records)
    {
        const auto  day   = feedback::parse_date(text_of(*record, date_field));
        std::size_t group = 0;
        while (group != 2 && !is_in(day, days[group])) ++group;
        result.groups.of_record.push_back(group);
        ++result.groups.sizes[group];
    }
    if (result.groups.sizes[2] != 0) return result;
    result.groups.names.pop_back();
    result.groups.sizes.pop_back();
    result.hides_last_group = false;
    return result;
}

/// The columns of the two compared groups; none for a value that is no group by itself.
using column_pair = std::array<std::optional<std::size_t>, 2>;

column_pair columns_of(const record_groups& groups, const std::vector<std::string>& values)
{
    column_pair columns;
    for (std::size_t side = 0; side != 2; ++side)
        if (const auto name = std::ranges::find(groups.names, std::optional{values[side]}); name != groups.names.end())
            columns[side] = static_cast<std::size_t>(name - groups.names.begin());
    return columns;
}

/// The records of a row in one of the groups, and whether the number may be shown.
struct cell
{
    std::uint64_t count    = 0;
    bool          is_shown = false;
};

cell cell_at(const counted_groups& counted, std::size_t row, std::optional<std::size_t> column)
{
    if (!column) return {};
    return {counted.table.rows[row][*column], !counted.suppressed[row][*column]};
}

difference compare(const counted_groups& counted, const subject& subject, std::size_t row, const column_pair& columns)
{
    difference result{.kind = subject.kind, .id = subject.records.id, .title = subject.records.title};
    std::array<statistics::share, 2> parts;
    bool                             is_shown = true;
    for (std::size_t side = 0; side != 2; ++side)
    {
        const auto part = cell_at(counted, row, columns[side]), group = cell_at(counted, 0, columns[side]);
        parts[side] = {part.count, group.count};
        is_shown    = is_shown && part.is_shown && group.is_shown;
        result.counts.push_back(part.is_shown ? std::optional{to_integer(part.count)} : std::nullopt);
        result.shares.push_back(part.is_shown && group.is_shown ? std::optional{rounded_share(parts[side].value())}
                                                                : std::nullopt);
    }
    if (!is_shown) return result;
    result.p_value         = statistics::test_equal_shares(parts[0], parts[1]);
    const auto [low, high] = statistics::difference_interval(parts[0], parts[1]);
    result.value           = rounded_share(parts[1].value() - parts[0].value());
    result.low             = rounded_share(low);
    result.high            = rounded_share(high);
    return result;
}

/// Marks the significant ones of the tested differences. The others have a suppressed count, which a p-value reveals.
void mark_significant(std::vector<difference>& differences)
{
    std::vector<double> p_values;
    for (const auto& entry : differences)
        if (entry.p_value) p_values.push_back(*entry.p_value);
    const auto q_values = statistics::q_values(p_values);
    for (std::size_t tested = 0; auto& entry : differences)
        if (entry.p_value) entry.significant = q_values[tested++] <= false_discoveries;
}

comparison to_comparison(const std::vector<std::string>& names, const column_pair& columns,
                         const counted_groups& counted, const subject_list& list)
{
    comparison result;
    for (std::size_t side = 0; side != 2; ++side)
    {
        const auto group = cell_at(counted, 0, columns[side]);
        result.groups.push_back({names[side], group.is_shown ? std::optional{to_integer(group.count)} : std::nullopt});
    }
    for (std::size_t n = 0; n != list.subjects.size(); ++n)
        result.differences.push_back(compare(counted, list.subjects[n], n + 1, columns));
    mark_significant(result.differences);
    return result;
}

/// A compared key has the same groups in its breakdown. Otherwise one table could show a cell that the other
/// suppresses.
table_groups groups_of(std::span<const feedback::record* const> records, const std::string& key,
                       const breakdown_request& request)
{
    grouping options{.min_cell = request.min_cell};
    if (request.comparison && request.comparison->key == key) options.preferred = *request.comparison->values;
    return {.groups = groups_by(records, key, options)};
}

} // namespace

breakdown_result break_down(std::span<const feedback::record* const> records, std::span<const membership> themes,
                            const breakdown_request& request)
{
    std::vector<table_groups> tables;
    std::size_t               lists = 6; // of counts; a comparison has about as many bytes as six
    for (const auto& key : request.keys)
    {
        tables.push_back(groups_of(records, key, request));
        lists += tables.back().groups.sizes.size();
    }
    const auto list = subjects_of(records, themes, request.codes, max_codes, max_response_bytes / lists);

    breakdown_result result;
    for (std::size_t n = 0; n != request.keys.size(); ++n)
        result.keys.push_back(to_breakdown(request.keys[n], count(std::move(tables[n]), list, request.min_cell), list));
    if (!request.comparison) return result;

    if (request.comparison->windows)
    {
        const auto counted =
            count(groups_of(records, request.date_field, *request.comparison->windows), list, request.min_cell);
        std::vector<std::string> group_names;
        for (const auto& [from, to] : *request.comparison->windows) group_names.push_back(from + "/" + to);
        result.comparison = to_comparison(group_names, {0, 1}, counted, list);
        return result;
    }
    const auto& values  = *request.comparison->values;
    const auto  counted = count(groups_of(records, *request.comparison->key, request), list, request.min_cell);
    result.comparison   = to_comparison(values, columns_of(counted.source.groups, values), counted, list);
    return result;
}

} // namespace verbatim::analyze_bulk
