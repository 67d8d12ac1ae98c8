#pragma once

#include "reporting/rollup_tables.hpp"

#include "verbatim/sdk/usage_reader.hpp"

#include <cstdint>
#include <set>
#include <vector>

namespace verbatim::core::reporting {

/// Periods whose roll-ups a report must not use.
struct stale_periods
{
    std::int64_t           built_from = 0; ///< hours before it have no roll-ups
    std::set<std::int64_t> hours;
    std::set<std::int64_t> days; ///< those of stale hours are among them, also in months
    std::set<std::int64_t> months;

    void add_hour(std::int64_t start);
    /// The hour itself is current, but its day and its month are not.
    void add_days_of(std::int64_t hour);
    void add_mark(usage_period level, std::int64_t start);
};

/// The parts of a window by their source.
struct window_plan
{
    std::vector<period_range>      rollups;
    std::vector<sdk::usage_window> rows; ///< in order, without overlaps
};

/// Splits a window: months, days and hours with current roll-ups, as long as possible but not longer than `longest`,
/// and rows for the rest. All roll-ups are within `stored`.
window_plan plan_window(const sdk::usage_window& window, const sdk::usage_window& stored, const stale_periods& stale,
                        usage_period longest = usage_period::month);

} // namespace verbatim::core::reporting
