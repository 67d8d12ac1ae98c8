#pragma once

#include "membership.hpp"
#include "periods.hpp"

#include "verbatim/sdk/schema.hpp"
#include "verbatim/statistics/shares.hpp"

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
    spike,
    appearance,
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
    std::vector<double>       expected; ///< the same with an equal share in all periods
    double                    p_value = 1;
    double                    q_value = 1;

    friend bool operator==(const change&, const change&) = default;
};
void declare(sdk::schema_builder& schema, change& change);

/// Declares the members of a change as members of another object.
void declare_members(sdk::schema_builder& schema, change& change);

/// A test is made for a theme or code with at least this many records.
inline constexpr std::uint64_t least_tested_count = 4;

/// Changes whose q-value is at most this are reported: the expected share of false ones among them.
inline constexpr double false_discovery_rate = 0.05;

/// The counts of a theme or code in each period, and the records of the period.
using time_series = std::vector<statistics::share>;

time_series series_of(const membership& group, const period_table& periods);

/// The changes of each series, with the false discovery rate over all series and tests together. `labels` are those of
/// the periods, in ascending order. About 1 ms per 1,000 counts.
std::vector<std::vector<change>> find_changes(std::span<const time_series> series, std::span<const std::string> labels);

} // namespace verbatim::analyze_bulk
