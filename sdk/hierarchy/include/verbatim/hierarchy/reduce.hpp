#pragma once

#include "verbatim/hierarchy/analysis_run.hpp"
#include "verbatim/hierarchy/map.hpp"
#include "verbatim/hierarchy/prompts.hpp"

#include <string>
#include <vector>

namespace verbatim::hierarchy {

/// The combined analysis.
struct synthesis
{
    std::string      text;              ///< output of the model, not restored
    sdk::prompt_text source;            ///< user message of the last reduce call
    bool             truncated = false; ///< it, or a text it was made from, ends early
};

/// Combines partial analyses in as many levels as the token limit requires; the last call includes the statistics. No
/// message exceeds the limit. Throws the error of a failed call. At least one of `parts` has a text; parts without one
/// are left out. Arguments must outlive the task. [may wait]
sdk::task<synthesis> reduce(analysis_run& run, const reduce_prompts& prompts,
                            const std::vector<partial_analysis>& parts);

} // namespace verbatim::hierarchy
