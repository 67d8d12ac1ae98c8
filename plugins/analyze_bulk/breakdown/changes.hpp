#pragma once

#include "breakdown/record_groups.hpp"
#include "breakdown/subjects.hpp"

#include "verbatim/sdk/schema.hpp"
#include "verbatim/statistics/shares.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk {

enum class change_kind
{
    rise,
    fall,
    step_up,
    step_down,
    spike,
    appearance,
    disappearance,
};
sdk::enum_values declare(change_kind);

/// As in JSON.
std::string_view name_of(change_kind kind);

/// A change of the share of a theme or code over time that chance does not explain.
struct change
{
    change_kind               kind = change_kind::rise;
    std::vector<std::string>  periods;  ///< the first and the last of those that differ from the others
    std::vector<std::int64_t> counts;   ///< records outside and inside these periods
    std::vector<std::int64_t> totals;   ///< all records outside and inside them
    std::vector<double>       shares;   ///< counts divided by totals
    std::vector<double>       expected; ///< counts with an equal share in all periods
    double                    p_value = 1;
    double                    q_value = 1;

    friend bool operator==(const change&, const change&) = default;
};
void declare(sdk::schema_builder& schema, change& change);

/// A share of a change as a percentage with one decimal below 10: `0.4`, `12`. `side`: 0 outside, 1 inside its periods.
std::string percent_of(const change& change, std::size_t side);

/// Declares the members of a change as members of another object.
void declare_members(sdk::schema_builder& schema, change& change);

/// A test is made for a theme or code with at least this many records.
inline constexpr std::uint64_t least_tested_count = 4;

/// Changes whose q-value is at most this are reported: the expected share of false ones among them.
inline constexpr double false_discovery_rate = 0.05;

/// The counts of a theme or code in each period, and the records of the period.
using time_series = std::vector<statistics::share>;

time_series series_of(const membership& group, const period_table& periods);

/// The changes of each series, at most one: if any of its tests is significant, with the false discovery rate over all
/// series and tests together, the kind that fits best. `labels` are those of the periods, in ascending order. About
/// 2 ms per 1,000 counts.
std::vector<std::vector<change>> find_changes(std::span<const time_series> series, std::span<const std::string> labels);

} // namespace verbatim::analyze_bulk
