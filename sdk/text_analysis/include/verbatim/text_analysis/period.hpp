#pragma once

#include <chrono>
#include <compare>
#include <optional>
#include <string>
#include <string_view>

/// Dates and periods of the proleptic Gregorian calendar, without time zones: a date is the one that its text shows.
/// Functions that parse accept the years 0001 to 9999 and ignore white space at the beginning. [any thread]
namespace verbatim::text_analysis {

/// The date that a text begins with: `2026-03-02`, followed by anything, such as a time. None if there is no such day.
std::optional<std::chrono::sys_days> parse_date(std::string_view text);

/// The month that a text begins with: `2026-03`, followed by anything, even by a day that does not exist.
std::optional<std::chrono::year_month> parse_month(std::string_view text);

enum class period_length : unsigned char
{
    day,
    week, ///< of ISO 8601: from Monday to Sunday
    month,
};

/// A day, week or month of the calendar. Periods of one length are ordered by time, and `++` goes to the next:
///
///     for (auto week = first; week <= last; ++week) columns.push_back(week.label());
class period
{
public:
    /// The period that contains the day.
    period(period_length length, std::chrono::sys_days day) noexcept;

    period_length         length() const noexcept { return length_; }
    std::chrono::sys_days first_day() const noexcept { return first_day_; }

    /// `2026-03-02`, `2026-W10` or `2026-03`. The year of a week is that of its Thursday, as in ISO 8601. Labels of one
    /// length sort like their periods, for the years 1 to 9999.
    std::string label() const;

    period& operator++() noexcept;

    friend auto operator<=>(const period&, const period&) = default;

private:
    period_length         length_;
    std::chrono::sys_days first_day_;
};

/// The period of the date that a text begins with: see parse_date. A month needs no day, but a day that does not exist
/// has no period of any length.
std::optional<period> parse_period(std::string_view text, period_length length);

} // namespace verbatim::text_analysis
