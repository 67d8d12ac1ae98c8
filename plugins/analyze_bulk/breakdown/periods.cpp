#include "periods.hpp"

#include <boost/json/value.hpp>

#include <algorithm>
#include <map>
#include <optional>

namespace verbatim::analyze_bulk {

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

} // namespace verbatim::analyze_bulk
