#include "breakdown.hpp"

#include "breakdown/record_groups.hpp"
#include "record_groups.hpp"
#include "subjects.hpp"
#include "suppression.hpp"

#include "verbatim/feedback/period.hpp"
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

/// The groups of a table, and their names in the response.
struct named_groups
{
    table_groups                            groups;
    std::vector<std::optional<std::string>> names;
};

/// What the response counts: each table once, even if a key is broken down and compared.
struct counted_groups
{
    const std::vector<std::optional<std::string>>& names;
    const std::vector<std::uint64_t>&              sizes;
    group_counts                                   counts;
    const suppressed_cells&                        suppressed;
};

key_breakdown to_breakdown(const std::string& key, const counted_groups& counted,
                           const std::vector<membership>& subjects)
{
    key_breakdown result{.key = key, .values = {}};
    for (std::size_t group = 0; group != counted.sizes.size(); ++group)
    {
        auto& value = result.values.emplace_back(value_breakdown{
            .value = counted.names[group], .record_count = to_integer(counted.sizes[group]), .counts = {}});
        for (std::size_t n = 0; n != subjects.size(); ++n)
        {
            const auto& subject = subjects[n];
            auto&       entry =
                value.counts.emplace_back(group_count{.kind = subject.kind, .id = subject.id, .title = subject.title});
            if (counted.suppressed[n + 1][group]) continue;
            const statistics::share part{counted.counts[n + 1][group], counted.sizes[group]};
            entry.count = to_integer(part.count);
            entry.share = rounded_share(part.value());
        }
    }
    return result;
}

using parsed_day = std::optional<std::chrono::sys_days>;

/// The records of each window, and those of neither.
named_groups groups_of(std::span<const feedback::record* const> records, std::string_view date_field,
                       const std::vector<day_window>& windows)
{
    table_groups groups{
        .of_record = {}, .sizes = std::vector<std::uint64_t>(3, 0), .are_windows = true, .hides_last_column = true};
    std::vector<std::pair<parsed_day, parsed_day>> days;
    for (const auto& [from, to] : windows) days.emplace_back(feedback::parse_date(from), feedback::parse_date(to));
    const auto is_in = [&](const auto& day, const auto& window) {
        return day && window.first <= day && day <= window.second;
    };
    for (const auto* record : records)
    {
        const auto  day   = feedback::parse_date(text_of(*record, date_field));
        std::size_t group = 0;
        while (group != 2 && !is_in(day, days[group])) ++group;
        groups.of_record.push_back(group);
        ++groups.sizes[group];
    }
    if (groups.sizes[2] == 0)
    {
        groups.sizes.pop_back();
        groups.hides_last_column = false;
    }
    return {std::move(groups), {}};
}

/// The columns of the two compared groups; none for a value that is no group by itself.
using column_pair = std::array<std::optional<std::size_t>, 2>;

column_pair columns_of(const std::vector<std::optional<std::string>>& names, const std::vector<std::string>& values)
{
    column_pair columns;
    for (std::size_t side = 0; side != 2; ++side)
        if (const auto name = std::ranges::find(names, std::optional{values[side]}); name != names.end())
            columns[side] = static_cast<std::size_t>(name - names.begin());
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
    return {counted.counts[row][*column], !counted.suppressed[row][*column]};
}

difference compare(const counted_groups& counted, const membership& subject, std::size_t row,
                   const column_pair& columns)
{
    difference                       result{.kind = subject.kind, .id = subject.id, .title = subject.title};
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
                         const counted_groups& counted, const std::vector<membership>& subjects)
{
    comparison result;
    for (std::size_t side = 0; side != 2; ++side)
    {
        const auto group = cell_at(counted, 0, columns[side]);
        result.groups.push_back({names[side], group.is_shown ? std::optional{to_integer(group.count)} : std::nullopt});
    }
    for (std::size_t n = 0; n != subjects.size(); ++n)
        result.differences.push_back(compare(counted, subjects[n], n + 1, columns));
    mark_significant(result.differences);
    return result;
}

/// A compared key has the same groups in its breakdown. Otherwise one table could show a count that the other
/// suppresses.
named_groups groups_of(std::span<const feedback::record* const> records, const std::string& key,
                       const breakdown_request& request)
{
    grouping options{.min_cell = request.min_cell};
    if (request.comparison && request.comparison->key == key) options.preferred = *request.comparison->values;
    auto groups = groups_by(records, key, options);
    return {{.of_record = std::move(groups.of_record), .sizes = std::move(groups.sizes)}, std::move(groups.names)};
}

/// The tables of the keys in their order, and of the comparison unless it is one of them.
std::vector<named_groups> tables_of(std::span<const feedback::record* const> records, const breakdown_request& request)
{
    std::vector<named_groups> tables;
    for (const auto& key : request.keys) tables.push_back(groups_of(records, key, request));
    if (!request.comparison) return tables;
    if (request.comparison->windows)
        tables.push_back(groups_of(records, request.date_field, *request.comparison->windows));
    else if (std::ranges::find(request.keys, *request.comparison->key) == request.keys.end())
        tables.push_back(groups_of(records, *request.comparison->key, request));
    return tables;
}

/// Of each record; records without one have the number after the last.
std::vector<std::size_t> period_numbers(std::span<const feedback::record* const> records,
                                        const breakdown_request&                 request)
{
    auto periods = periods_of(records, request.date_field, request.period, max_periods);
    std::ranges::replace(periods.of_record, period_table::none, periods.labels.size());
    return std::move(periods.of_record);
}

/// The themes and codes that only one of two records has which may have exchanged their dates.
hidden_over_time hidden_by(const suppression& suppressed, std::span<const feedback::record* const> records,
                           std::span<const membership> themes, const code_fields& fields)
{
    hidden_over_time hidden{.codes = {}, .themes = {}, .all = suppressed.hides_all_over_time};
    for (const auto& [first, second] : suppressed.exchanged_dates)
    {
        const auto codes = codes_of(*records[first], fields).labels, others = codes_of(*records[second], fields).labels;
        const auto hide_missing = [&](const auto& labels, const auto& present) {
            for (const auto label : labels)
                if (std::ranges::find(present, label) == present.end()) hidden.codes.emplace(label);
        };
        hide_missing(codes, others);
        hide_missing(others, codes);
        for (std::size_t n = 0; n != themes.size(); ++n)
            if (std::ranges::binary_search(themes[n].records, first) !=
                std::ranges::binary_search(themes[n].records, second))
                hidden.themes.insert(n);
    }
    return hidden;
}

} // namespace

breakdown_result break_down(std::span<const feedback::record* const> records, std::span<const membership> themes,
                            const breakdown_request& request)
{
    auto        tables = tables_of(records, request);
    std::size_t lists  = 6; // of counts; a comparison has about as many bytes as six
    for (std::size_t n = 0; n != request.keys.size(); ++n) lists += tables[n].groups.sizes.size();
    const auto subjects = subjects_of(records, themes, request.codes, max_codes, max_response_bytes / lists);

    counted_records counted{.rows = {}, .periods = period_numbers(records, request), .tables = {}};
    for (const auto& subject : subjects) counted.rows.push_back(subject.records);
    for (auto& table : tables) counted.tables.push_back(std::move(table.groups));
    const auto suppressed = suppress_small_counts(counted, request.min_cell);
    const auto table_at   = [&](std::size_t n) {
        return counted_groups{tables[n].names, counted.tables[n].sizes, count_by_group(counted, counted.tables[n]),
                              suppressed.tables[n]};
    };

    breakdown_result result;
    result.hidden = hidden_by(suppressed, records, themes, request.codes);
    for (std::size_t n = 0; n != request.keys.size(); ++n)
        result.keys.push_back(to_breakdown(request.keys[n], table_at(n), subjects));
    if (!request.comparison) return result;

    if (request.comparison->windows)
    {
        std::vector<std::string> names;
        for (const auto& [from, to] : *request.comparison->windows) names.push_back(from + "/" + to);
        result.comparison = to_comparison(names, {0, 1}, table_at(tables.size() - 1), subjects);
        return result;
    }
    const auto& values = *request.comparison->values;
    const auto  key    = std::ranges::find(request.keys, *request.comparison->key) - request.keys.begin();
    const auto  table  = table_at(static_cast<std::size_t>(key)); // the last one if it is no key of the breakdown
    result.comparison  = to_comparison(values, columns_of(table.names, values), table, subjects);
    return result;
}

} // namespace verbatim::analyze_bulk
