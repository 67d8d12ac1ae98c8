#pragma once

#include "cli/output/result.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <string>

namespace verbatim::cli::commands {

/// Tested changes (docs/reference/operations/analyze-bulk.md#changes) in a few words: `jumps in 2026-W31 (0.4 % to 1.7
/// %)`.
std::string changes_text(const boost::json::array& changes);

/// Adds the changes of themes and codes, the clearest first: a table for people, all numbers for CSV. Nothing if none
/// were tested.
void add_changes(const boost::json::object& answer, output::result& result);

} // namespace verbatim::cli::commands
