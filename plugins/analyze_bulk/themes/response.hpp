#pragma once

#include "breakdown/record_groups.hpp"
#include "themes/analysis.hpp"
#include "themes/counted_themes.hpp"

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/feedback/response_text.hpp"

#include <span>
#include <vector>

namespace verbatim::analyze_bulk::themes {

/// Bounds of the response: docs/reference/operations/analyze-bulk.md#limits-of-themes.
struct response_limits
{
    std::size_t id_bytes = 4u << 20; ///< of all lists of ids, as JSON
    std::size_t periods  = 500;      ///< of a theme, the latest
};

/// The records of each theme, with the title for people.
std::vector<membership> memberships_of(const analysis_input& input, const feedback::redaction& redaction,
                                       const counted_themes& themes);

/// The records of each value of each dimension, `unclear` last.
std::vector<membership> memberships_of(const analysis_input& input, const counted_themes& themes,
                                       std::span<const dimensions::dimension> dimensions);

/// Fills in the themes, the records without one, and the dimensions, of which these are the texts of the caller. In
/// texts of models and records all originals are restored as `input` says.
void write_themes(theme_analysis& analysis, const analysis_input& input, const feedback::redaction& redaction,
                  const counted_themes& themes, const calendar& calendar,
                  std::span<const dimensions::dimension> dimensions = {}, const response_limits& limits = {});

/// The analysis of no record: dimensions with counts of 0.
theme_analysis without_records(std::span<const dimensions::dimension> dimensions);

/// The personal data that was restored in texts of the themes.
std::vector<feedback::restored_kind> restored_in(std::span<const theme_entry> themes);

} // namespace verbatim::analyze_bulk::themes
