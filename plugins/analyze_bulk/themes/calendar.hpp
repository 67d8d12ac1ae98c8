#pragma once

#include "themes/counted_themes.hpp"

#include "verbatim/feedback/period.hpp"
#include "verbatim/feedback/record.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk::themes {

/// Counts by period, ascending.
using period_counts = std::map<feedback::period, std::size_t>;

/// The dates of records, from the metadata `date_field`. Records without one are undated.
class calendar
{
public:
    calendar(std::span<const feedback::record* const> records, std::string_view date_field,
             feedback::period_length length);

    period_counts                        count_by_period(const record_list& records) const;
    std::optional<std::chrono::sys_days> first_day(const record_list& records) const;

    /// Of all records; none where a record has no day.
    const std::vector<std::optional<std::chrono::sys_days>>& days() const noexcept { return days_; }

private:
    std::vector<std::optional<std::chrono::sys_days>> days_;
    std::vector<std::optional<feedback::period>>      periods_;
};

/// `2026-03-02`
std::string label_of(std::chrono::sys_days day);

} // namespace verbatim::analyze_bulk::themes
