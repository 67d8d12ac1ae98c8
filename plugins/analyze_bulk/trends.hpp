#pragma once

#include "verbatim/feedback/period.hpp"
#include "verbatim/feedback/record.hpp"
#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk {

/// Metadata keys of a record's date and codes.
struct trend_fields
{
    std::string              date;
    std::vector<std::string> codes;
};

struct trend_cell
{
    std::string  code;
    std::string  period;
    std::int64_t count = 0;

    friend bool operator==(const trend_cell&, const trend_cell&) = default;
};
void declare(sdk::schema_builder& schema, trend_cell& cell);

/// Counts of codes over time. Only counts above zero, sorted by code and period; periods ascending; both by code point.
struct coding_trends
{
    std::vector<std::string> periods;
    std::vector<trend_cell>  cells;

    friend bool operator==(const coding_trends&, const coding_trends&) = default;
};
void declare(sdk::schema_builder& schema, coding_trends& trends);

/// Counts the codes of dated records by period. None if no record has a date.
std::optional<coding_trends> count_trends(std::span<const feedback::record* const> records, const trend_fields& fields,
                                          feedback::period_length length);

/// The counts as CSV for a model: a header `code,` with the periods, then one line per code with zeros filled in. None
/// if it would exceed `max_characters`.
std::optional<std::string> trend_grid(const coding_trends& trends, std::size_t max_characters);

} // namespace verbatim::analyze_bulk
