#pragma once

#include "verbatim/feedback/period.hpp"
#include "verbatim/feedback/record.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk {

/// Of the counts over time, the latest: docs/reference/operations/analyze-bulk.md#limits-of-coding-trends.
inline constexpr std::size_t max_periods = 4'000;

/// The periods of the dated records.
struct period_table
{
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    std::vector<std::string>   labels;              ///< of periods with a record, ascending by time and code point
    std::vector<std::uint64_t> totals;              ///< records of each period
    std::vector<std::size_t>   of_record;           ///< index of the period of each record; `none` without one
    std::size_t                omitted_records = 0; ///< of periods beyond the limit

    /// The records that have a period, ascending.
    std::vector<std::size_t> dated() const;
};

/// The periods of the dates in the metadata `date_field`; at most `max_periods`, the latest.
period_table periods_of(std::span<const feedback::record* const> records, std::string_view date_field,
                        feedback::period_length length, std::size_t max_periods);

/// The text of a metadata field; empty without one.
std::string_view text_of(const feedback::record& record, std::string_view field);

} // namespace verbatim::analyze_bulk
