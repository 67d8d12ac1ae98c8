#pragma once

#include "analysis_run.hpp"
#include "map.hpp"
#include "trends.hpp"

#include <optional>
#include <string>
#include <vector>

namespace verbatim::analyze_bulk {

/// The combined analysis.
struct synthesis
{
    std::string      text;              ///< output of the model, not restored
    sdk::prompt_text source;            ///< user message of the last reduce call
    bool             truncated = false; ///< it, or a text it was made from, ends early
};

/// Combines partial analyses in as many levels as the token limit requires; the last call includes the trend counts. No
/// message exceeds the limit. Throws the error of a failed call. At least one of `parts` has a text; parts without one
/// are left out. [may wait]
sdk::task<synthesis> reduce(analysis_run& run, const std::vector<partial_analysis>& parts,
                            const std::optional<coding_trends>& trends);

} // namespace verbatim::analyze_bulk
