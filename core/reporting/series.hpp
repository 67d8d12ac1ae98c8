#pragma once

#include "reporting/invocations.hpp"
#include "reporting/periods.hpp"
#include "reporting/rollup_report.hpp"

#include "verbatim/sdk/usage_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

/// Usage over time. Everything throws sdk::error{validation_error} for a series of too many periods.
namespace verbatim::core::reporting {

inline constexpr std::size_t max_series_periods = 1'000;

struct series_request
{
    usage_period      period = usage_period::day;
    sdk::usage_window window;
};

/// Checks a window with two bounds; without one, the number of periods depends on the rows.
void check_periods(const series_request& request);

using totals_by_period = std::map<std::int64_t, sdk::usage_totals>; ///< by the start of the period

/// All periods of the window in order, with zeros where there are no totals. Without a bound, it begins or ends with
/// the totals.
std::vector<sdk::usage_of_period> complete_series(const series_request& request, totals_by_period totals);

/// The series of rows and of roll-ups that are no longer than its period, in any order. Keeps one roll-up of each view
/// for each period, so its size does not depend on the number of tenants and operations.
class rollup_series
{
public:
    explicit rollup_series(const series_request& request);
    rollup_series(const rollup_series&)            = delete;
    rollup_series& operator=(const rollup_series&) = delete;

    void add(const report_row& row);

    /// The roll-up of the period at this time. Valid until finish().
    rollup& at(std::int64_t time, bool is_invocation);

    /// The part of an invocation in the period at this time. Valid until the next call.
    invocations::sums& part_of(std::int64_t time, const call_key& call, std::string_view tenant,
                               std::string_view operation);

    /// Once.
    std::vector<sdk::usage_of_period> finish();

private:
    using cell = std::tuple<std::int64_t, std::string, std::string>; ///< start, tenant and operation

    rollup_views& period_at(std::int64_t time);

    const series_request                    request_;
    std::map<std::int64_t, rollup_views>    periods_;
    std::map<cell, std::uint32_t>           cell_index_;
    std::map<cell, std::uint32_t>::iterator latest_ = cell_index_.end();
    std::vector<rollup_views*>              period_of_cell_;
    invocations                             invocations_;
};

} // namespace verbatim::core::reporting
