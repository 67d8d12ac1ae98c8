#include "themes/calendar.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <algorithm>

namespace verbatim::analyze_bulk::themes {

calendar::calendar(std::span<const feedback::record* const> records, std::string_view date_field,
                   feedback::period_length length)
{
    days_.reserve(records.size());
    periods_.reserve(records.size());
    for (const auto* record : records)
    {
        const auto* value = record->metadata.if_contains(date_field);
        const auto* date  = value ? value->if_string() : nullptr;
        days_.push_back(date ? feedback::parse_date(*date) : std::nullopt);
        periods_.push_back(date ? feedback::parse_period(*date, length) : std::nullopt);
    }
}

period_counts calendar::count_by_period(const record_list& records) const
{
    period_counts counts;
    for (const auto record : records)
        if (periods_[record]) ++counts[*periods_[record]];
    return counts;
}

std::optional<std::chrono::sys_days> calendar::first_day(const record_list& records) const
{
    std::optional<std::chrono::sys_days> first;
    for (const auto record : records)
        if (const auto day = days_[record]) first = first ? std::min(*first, *day) : *day;
    return first;
}

std::string label_of(std::chrono::sys_days day) { return feedback::period{feedback::period_length::day, day}.label(); }

} // namespace verbatim::analyze_bulk::themes
