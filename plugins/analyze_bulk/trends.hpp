#pragma once

#include "verbatim/feedback/record.hpp"
#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk {

enum class period
{
    day,
    week,
    month,
};
sdk::enum_values declare(period);

/// Where a record's date and codes stand in its metadata.
struct trend_fields
{
    std::string              date;
    std::vector<std::string> codes;
};

/// How often a code was given in a period.
struct trend_cell
{
    std::string  code;
    std::string  period;
    std::int64_t count = 0;

    friend bool operator==(const trend_cell&, const trend_cell&) = default;
};
void declare(sdk::schema_builder& schema, trend_cell& cell);

/// Codes over time: only cells with a count, sorted by code and period; periods ascending; both by code point.
struct coding_trends
{
    std::vector<std::string> periods;
    std::vector<trend_cell>  cells;

    friend bool operator==(const coding_trends&, const coding_trends&) = default;
};
void declare(sdk::schema_builder& schema, coding_trends& trends);

/// The label of the period a date falls into: `2026-03-02`, `2026-W10` (of the ISO year), `2026-03`. None when the text
/// does not begin with a date of the calendar; what follows the date is ignored and no time zone is converted. A month
/// needs no day, but is none of a day that does not exist.
std::optional<std::string> period_label(std::string_view date, period width);

/// Whether the text begins with year and month, `2026-03`, whatever follows.
bool begins_with_month(std::string_view date);

/// Counts the codes of the records in the period of their date. None when no record has a date.
std::optional<coding_trends> count_trends(std::span<const feedback::record* const> records, const trend_fields& fields,
                                          period width);

/// The counts as a model reads them: a line `code,` and the periods, then one line for each code, zeros filled in. None
/// when it would be longer than `most` characters.
std::optional<std::string> trend_grid(const coding_trends& trends, std::size_t max_characters);

} // namespace verbatim::analyze_bulk
