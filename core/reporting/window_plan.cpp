#include "reporting/window_plan.hpp"

#include <algorithm>
#include <optional>

namespace verbatim::core::reporting {
namespace {

/// Appends a range, or extends the last one that ends at its start.
void append(std::vector<period_range>& ranges, const period_range& next)
{
    if (!ranges.empty() && ranges.back().level == next.level && ranges.back().to == next.from)
        ranges.back().to = next.to;
    else ranges.push_back(next);
}

void append(std::vector<sdk::usage_window>& windows, const sdk::usage_window& next)
{
    if (next.from && next.to && *next.from >= *next.to) return;
    if (!windows.empty() && windows.back().to == next.from) windows.back().to = next.to;
    else windows.push_back(next);
}

/// The longest period that starts at `time`, ends by `end` and has current roll-ups. None: not even the hour.
std::optional<usage_period> longest_current(std::int64_t time, std::int64_t end, const stale_periods& stale,
                                            usage_period longest)
{
    const auto fits = [&](usage_period period, const std::set<std::int64_t>& stale_starts) {
        return period <= longest && period_start(period, time) == time && period_end(period, time) <= end &&
               time >= stale.built_from && !stale_starts.contains(time);
    };
    if (fits(usage_period::month, stale.months)) return usage_period::month;
    if (fits(usage_period::day, stale.days)) return usage_period::day;
    if (fits(usage_period::hour, stale.hours)) return usage_period::hour;
    return std::nullopt;
}

} // namespace

void stale_periods::add_hour(std::int64_t start)
{
    hours.insert(start);
    add_days_of(start);
}

void stale_periods::add_days_of(std::int64_t hour)
{
    add_mark(usage_period::day, period_start(usage_period::day, hour));
}

void stale_periods::add_mark(usage_period level, std::int64_t start)
{
    switch (level)
    {
    case usage_period::hour: add_hour(start); break;
    case usage_period::day: days.insert(start); [[fallthrough]];
    case usage_period::month: months.insert(period_start(usage_period::month, start)); break;
    }
}

window_plan plan_window(const sdk::usage_window& window, const sdk::usage_window& stored, const stale_periods& stale,
                        usage_period longest)
{
    window_plan plan;
    // Outside of what is stored there are only rows of stale hours, if any.
    const auto first = next_period_start(usage_period::hour, std::max(window.from.value_or(INT64_MIN), *stored.from));
    const auto end   = period_start(usage_period::hour, std::min(window.to.value_or(INT64_MAX), *stored.to));
    if (first >= end) return {.rollups = {}, .rows = {window}};

    append(plan.rows, {window.from, first});
    for (auto time = first; time < end;)
    {
        const auto period = longest_current(time, end, stale, longest);
        const auto next   = period_end(period.value_or(usage_period::hour), time);
        if (period) append(plan.rollups, period_range{*period, time, next});
        else append(plan.rows, {time, next});
        time = next;
    }
    append(plan.rows, {end, window.to});
    return plan;
}

} // namespace verbatim::core::reporting
