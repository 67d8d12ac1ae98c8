#pragma once

#include "verbatim/feedback/period.hpp"
#include "verbatim/feedback/record.hpp"
#include "verbatim/feedback/redaction.hpp"
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

/// Bounds of the counts: docs/reference/operations/analyze-bulk.md#limits-of-coding-trends.
struct trend_limits
{
    std::size_t label_length      = 256; ///< characters
    std::size_t labels_per_record = 100;
    std::size_t codes             = 1'000;   ///< the most frequent
    std::size_t candidates        = 100'000; ///< distinct labels that are counted to find the most frequent
    std::size_t periods           = 4'000;   ///< the latest
    std::size_t json_bytes        = 6u << 20;
};

struct trend_counts
{
    std::optional<coding_trends> trends; ///< none: no record has a date

    /// Beyond the limits. A label is counted at each of its occurrences.
    std::size_t omitted_labels  = 0;
    std::size_t omitted_periods = 0; ///< of records, counted at each of them
};

/// Counts the codes of dated records by period. Time and memory depend on the bytes of their metadata; memory beyond
/// the metadata is bounded by the limits.
trend_counts count_trends(std::span<const feedback::record* const> records, const trend_fields& fields,
                          feedback::period_length length, const trend_limits& limits = {});

/// The codes without repetition, sorted. Views of `trends`.
std::vector<std::string_view> codes_of(const coding_trends& trends);

/// The counts as CSV for a model: a header `code,` with the periods, then one line per code with zeros filled in. None
/// if it would exceed `max_characters`. The codes are fields of `names`.
std::optional<sdk::prompt_text> trend_grid(const coding_trends& trends, const feedback::redaction& names,
                                           std::size_t max_characters);

} // namespace verbatim::analyze_bulk
