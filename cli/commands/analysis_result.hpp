#pragma once

#include "cli/input/records.hpp"
#include "cli/output/result.hpp"

#include <string>

namespace verbatim::cli::commands {

/// The answer of analyze-bulk (docs/reference/operations/analyze-bulk.md) for people: its text, then tables of themes,
/// quotes, codes over time, breakdowns and comparisons, and at the end how far it can be trusted.
output::result analysis_result(const std::string& answer, const std::string& question,
                               const input::record_set& records);

} // namespace verbatim::cli::commands
