#include "breakdown/record_groups.hpp"

#include "verbatim/feedback/metadata.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/value.hpp>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

constexpr std::size_t max_value_length = 256; // characters

using value_counts = std::map<std::string, std::uint64_t, std::less<>>;

/// The values that are groups by themselves, in their order.
std::vector<std::string> chosen_values(const value_counts& counts, std::uint64_t records, const grouping& options)
{
    const auto is_preferred = [&](const std::string& value) {
        return std::ranges::find(options.preferred, value) != options.preferred.end();
    };
    std::vector<std::pair<std::string, std::uint64_t>> values;
    for (const auto& entry : counts)
        if (entry.second >= options.min_cell) values.emplace_back(entry);
    std::ranges::sort(values, {}, [&](const auto& entry) {
        return std::tuple{!is_preferred(entry.first), records - entry.second, std::string_view{entry.first}};
    });
    values.resize(std::min(values.size(), std::max(options.values, options.preferred.size())));
    std::ranges::sort(values, {}, [&](const auto& entry) {
        return std::pair{records - entry.second, std::string_view{entry.first}};
    });

    auto rest = records;
    for (const auto& [value, count] : values) rest -= count;
    for (; rest != 0 && rest < options.min_cell && !values.empty(); values.pop_back()) rest += values.back().second;

    std::vector<std::string> result;
    for (auto& [value, count] : values) result.push_back(std::move(value));
    return result;
}

} // namespace

std::string_view text_of(const feedback::record& record, std::string_view field)
{
    const auto* value = record.metadata.if_contains(field);
    const auto* text  = value ? value->if_string() : nullptr;
    return text ? std::string_view{*text} : std::string_view{};
}

std::vector<std::size_t> period_table::dated() const
{
    std::vector<std::size_t> positions;
    for (std::size_t n = 0; n != of_record.size(); ++n)
        if (of_record[n] != none) positions.push_back(n);
    return positions;
}

period_table periods_of(std::span<const feedback::record* const> records, std::string_view date_field,
                        feedback::period_length length, std::size_t max_periods)
{
    period_table                                 table{.of_record = std::vector(records.size(), period_table::none)};
    std::vector<std::optional<feedback::period>> dates;
    std::map<feedback::period, std::size_t>      columns;
    for (const auto* record : records)
    {
        dates.push_back(feedback::parse_period(text_of(*record, date_field), length));
        if (!dates.back()) continue;
        columns.emplace(*dates.back(), 0);
        if (columns.size() > max_periods) columns.erase(columns.begin());
    }
    for (auto& [period, column] : columns)
    {
        column = table.labels.size();
        table.labels.push_back(period.label());
    }

    table.totals.resize(columns.size());
    for (std::size_t n = 0; n != dates.size(); ++n)
    {
        if (!dates[n]) continue;
        if (const auto period = columns.find(*dates[n]); period == columns.end()) ++table.omitted_records;
        else table.of_record[n] = period->second, ++table.totals[period->second];
    }
    return table;
}

calendar::calendar(std::span<const feedback::record* const> records, std::string_view date_field,
                   feedback::period_length length)
{
    days_.reserve(records.size());
    periods_.reserve(records.size());
    for (const auto* record : records)
    {
        const auto text = text_of(*record, date_field);
        days_.push_back(feedback::parse_date(text));
        periods_.push_back(feedback::parse_period(text, length));
    }
}

period_counts calendar::count_by_period(std::span<const std::size_t> records) const
{
    period_counts counts;
    for (const auto record : records)
        if (periods_[record]) ++counts[*periods_[record]];
    return counts;
}

std::optional<std::chrono::sys_days> calendar::first_day(std::span<const std::size_t> records) const
{
    std::optional<std::chrono::sys_days> first;
    for (const auto record : records)
        if (const auto day = days_[record]) first = first ? std::min(*first, *day) : *day;
    return first;
}

std::string label_of(std::chrono::sys_days day) { return feedback::period{feedback::period_length::day, day}.label(); }

std::optional<std::string> value_of(const feedback::record& record, std::string_view key)
{
    const auto* value = record.metadata.if_contains(key);
    if (!value) return std::nullopt;
    const auto* text = value->if_string();
    if (!text) return feedback::scalar_text(*value);
    const auto trimmed = sdk::utf8::trimmed(std::string_view{*text});
    if (trimmed.empty() || sdk::utf8::count_code_points(trimmed) > max_value_length) return std::nullopt;
    return std::string{trimmed};
}

record_groups groups_by(std::span<const feedback::record* const> records, std::string_view key, const grouping& options)
{
    std::vector<std::optional<std::string>> values;
    value_counts                            counts;
    for (const auto* record : records)
    {
        values.push_back(value_of(*record, key));
        if (values.back()) ++counts[*values.back()];
    }
    const auto                                      chosen = chosen_values(counts, records.size(), options);
    std::map<std::string, std::size_t, std::less<>> group_of;
    record_groups                                   groups;
    for (const auto& value : chosen)
    {
        group_of.emplace(value, groups.names.size());
        groups.names.emplace_back(value);
    }
    groups.sizes.resize(chosen.size());
    for (const auto& value : values)
    {
        const auto group = value ? group_of.find(*value) : group_of.end();
        groups.of_record.push_back(group == group_of.end() ? chosen.size() : group->second);
        if (groups.of_record.back() == groups.sizes.size())
        {
            groups.names.emplace_back();
            groups.sizes.push_back(0);
        }
        ++groups.sizes[groups.of_record.back()];
    }
    return groups;
}

} // namespace verbatim::analyze_bulk
