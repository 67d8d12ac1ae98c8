#pragma once

#include "cli/output/result.hpp"

#include <boost/json/object.hpp>

namespace verbatim::cli::commands {

/// Sections of `breakdown` and `comparison` of an analysis, docs/reference/operations/analyze-bulk.md#breakdown. Counts
/// that are suppressed are shown as `few`.
void add_breakdowns(const boost::json::object& answer, output::result& result);
void add_comparison(const boost::json::object& answer, output::result& result);

} // namespace verbatim::cli::commands
