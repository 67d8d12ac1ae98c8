#pragma once

#include "themes/counted_themes.hpp"

#include "verbatim/hierarchy/analysis_run.hpp"
#include "verbatim/hierarchy/chunking.hpp"

#include <vector>

namespace verbatim::analyze_bulk::themes {

/// Reads every record against the themes, once: a call for each chunk, halved where its message or the answer is too
/// long. Without themes no call is made. Throws what hierarchy::map throws. [may wait]
sdk::task<counted_themes> assign(hierarchy::analysis_run& run, const std::vector<theme>& themes,
                                 std::vector<hierarchy::chunk> chunks);

} // namespace verbatim::analyze_bulk::themes
