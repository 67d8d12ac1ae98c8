#pragma once

#include "verbatim/feedback/period.hpp"
#include "verbatim/feedback/record.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
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

/// Counts by period, ascending.
using period_counts = std::map<feedback::period, std::size_t>;

/// The dates of records by position, from the metadata `date_field`. Records without one are undated.
class calendar
{
public:
    calendar(std::span<const feedback::record* const> records, std::string_view date_field,
             feedback::period_length length);

    period_counts                        count_by_period(std::span<const std::size_t> records) const;
    std::optional<std::chrono::sys_days> first_day(std::span<const std::size_t> records) const;

    /// Of all records; none where a record has no day.
    const std::vector<std::optional<std::chrono::sys_days>>& days() const noexcept { return days_; }

private:
    std::vector<std::optional<std::chrono::sys_days>> days_;
    std::vector<std::optional<feedback::period>>      periods_;
};

/// `2026-03-02`
std::string label_of(std::chrono::sys_days day);

/// The records divided into groups that share none.
struct record_groups
{
    std::vector<std::optional<std::string>> names; ///< none: the records of no other group
    std::vector<std::size_t>                of_record;
    std::vector<std::uint64_t>              sizes;
};

/// The value of a metadata key as text: a text without blanks around it, a number or a boolean. None for blank texts,
/// texts over 256 characters, and all other values.
std::optional<std::string> value_of(const feedback::record& record, std::string_view key);

struct grouping
{
    std::uint64_t                min_cell  = 5;
    std::size_t                  values    = 49;
    std::span<const std::string> preferred = {}; ///< values that are a group even if others are more frequent
};

/// Groups by the values of a key, the most frequent first; of equal ones the first by code point. The last group has no
/// name and holds the other records: those without a value, with a value of fewer than `min_cell` records, or beyond
/// `values`. If that leaves it with fewer than `min_cell` records, it takes further groups, the smallest first.
record_groups groups_by(std::span<const feedback::record* const> records, std::string_view key,
                        const grouping& options);

} // namespace verbatim::analyze_bulk
