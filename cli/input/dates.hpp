#pragma once

#include "cli/table.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace verbatim::cli::input {

/// Which number of a date such as 03/04/2026 is the day.
enum class day_order
{
    day_first,
    month_first,
};

/// The day as `YYYY-MM-DD` of a text that begins with a date: `2026-03-04`, `2026/3/4`, `20260304`, `04/03/2026`,
/// `4.3.2026`, `4 March 2026`, `March 4, 2026`, and the number of a day in Excel. A time may follow. None for anything
/// else, and for days that do not exist. `order` decides on dates with two numbers that may be a month.
std::optional<std::string> iso_day(std::string_view text, day_order order = day_order::day_first);

/// The day of a text that is the same in both orders; none for 03/04/2026.
std::optional<std::string> certain_day(std::string_view text);

/// The dates of a column: how many there are, and what they say about the order.
struct date_column
{
    std::size_t filled      = 0; ///< cells that are not blank
    std::size_t dates       = 0;
    std::size_t day_first   = 0; ///< dates whose first number can only be a day
    std::size_t month_first = 0; ///< dates whose second number can only be a day
    std::size_t either      = 0; ///< dates that mean different days in both orders

    /// Rows of which the order is needed, and nothing decides it.
    bool is_ambiguous() const noexcept { return either != 0 && (day_first == 0) == (month_first == 0); }
};

/// Looks at the first `limit` rows.
date_column inspect_dates(const table& rows, std::size_t column, std::size_t limit = static_cast<std::size_t>(-1));

} // namespace verbatim::cli::input
