#pragma once

#include "cli/input/records.hpp"
#include "cli/output/result.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <string>

namespace verbatim::cli::commands {

/// The answer of analyze-bulk (docs/reference/operations/analyze-bulk.md) for people: its text, then tables of themes,
/// quotes, codes over time, breakdowns and comparisons, and at the end how far it can be trusted.
output::result analysis_result(const std::string& answer, const std::string& question,
                               const input::record_set& records);

/// Tested changes (docs/reference/operations/analyze-bulk.md#changes) in a few words: `jumps in 2026-W31 (0.4 % to 1.7
/// %)`.
std::string changes_text(const boost::json::array& changes);

/// Adds the changes of themes and codes, the clearest first: a table for people, all numbers for CSV. Nothing if none
/// were tested.
void add_changes(const boost::json::object& answer, output::result& result);

/// Sections of `breakdown` and `comparison` of an analysis, docs/reference/operations/analyze-bulk.md#breakdown. Counts
/// that are suppressed are shown as `few`.
void add_breakdowns(const boost::json::object& answer, output::result& result);
void add_comparison(const boost::json::object& answer, output::result& result);

} // namespace verbatim::cli::commands
