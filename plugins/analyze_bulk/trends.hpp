#pragma once

#include "breakdown/breakdown.hpp"
#include "breakdown/changes.hpp"
#include "breakdown/record_groups.hpp"
#include "breakdown/subjects.hpp"

#include "verbatim/feedback/period.hpp"
#include "verbatim/feedback/record.hpp"
#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/text_analysis/report_labels.hpp"

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
    std::string              separator = ","; ///< of the labels in a text

    code_fields labels() const { return {codes, separator}; }
};

struct trend_cell
{
    std::string  code;
    std::string  period;
    std::int64_t count = 0;

    friend bool operator==(const trend_cell&, const trend_cell&) = default;
};
void declare(sdk::schema_builder& schema, trend_cell& cell);

struct code_change
{
    std::string          code;
    analyze_bulk::change change;

    friend bool operator==(const code_change&, const code_change&) = default;
};
void declare(sdk::schema_builder& schema, code_change& change);

/// Counts of codes over time. A record counts once for each code. Only counts above zero, sorted by code and period;
/// periods ascending; both by code point.
struct coding_trends
{
    std::vector<std::string>                periods;
    std::vector<trend_cell>                 cells;
    std::optional<std::vector<code_change>> changes; ///< sorted by code; none: not tested

    /// Codes that are left out because their counts would reveal a suppressed count; sorted. None: there are none.
    std::optional<std::vector<std::string>> suppressed_codes;

    friend bool operator==(const coding_trends&, const coding_trends&) = default;
};
void declare(sdk::schema_builder& schema, coding_trends& trends);

/// Bounds of the counts: docs/reference/operations/analyze-bulk.md#limits-of-coding-trends.
struct trend_limits
{
    code_limits codes;
    std::size_t periods    = max_periods;
    std::size_t json_bytes = 6u << 20;
};

struct trend_counts
{
    std::optional<coding_trends> trends; ///< none: no record has a date

    std::vector<membership> codes; ///< the codes of `trends`, or of all records without it; the most frequent first
    period_table            periods;
    std::size_t             omitted_labels = 0; ///< beyond the limits, counted once for each record
};

/// Counts the codes of dated records by period. Time and memory depend on the bytes of their metadata; memory beyond
/// the metadata is bounded by the limits.
trend_counts count_trends(std::span<const feedback::record* const> records, const trend_fields& fields,
                          feedback::period_length length, const trend_limits& limits = {});

/// Removes the codes whose counts over time the response must not have.
void leave_out(trend_counts& counts, const hidden_over_time& hidden);

/// Tests the trends for changes. About 2 ms per 1,000 counts of codes by period.
void test_changes(trend_counts& counts);

/// The labels of the codes. Views of `counts`.
std::vector<std::string_view> labels_of(const trend_counts& counts);

/// The counts as CSV for a model: a header `code,` with the periods, then one line per code with zeros filled in. None
/// if it would exceed `max_characters`. The codes are fields of `names`.
std::optional<sdk::prompt_text> trend_grid(const coding_trends& trends, const feedback::redaction& names,
                                           std::size_t max_characters);

/// The tested changes in the tag `coding_changes`, as CSV: code, kind, first and last period, counts, totals and
/// shares outside and inside them. Empty without changes. The codes are fields of `names`.
sdk::prompt_text changes_block(const coding_trends& trends, const feedback::redaction& names);

/// A change of a theme or code, with its name as a report writes it.
struct named_change
{
    std::string          name;
    analyze_bulk::change change;
};

/// The tested changes of codes.
std::vector<named_change> named_changes(const trend_counts& counts, const feedback::redaction& redaction);

/// A kind of change in the words of a report without a provider.
std::string_view name_of(change_kind kind, const text_analysis::report_labels& labels);

/// A heading with an item of a Markdown list for each kind, such as `growing: Water (3 of 410, 0.7% → 2026-W20 –
/// 2026-W38: 20 of 432, 4.6%)`. At most 12 changes of a kind are named. Empty without changes.
std::string list_of(std::span<const named_change> changes, std::string_view heading,
                    const text_analysis::report_labels& labels);

} // namespace verbatim::analyze_bulk
