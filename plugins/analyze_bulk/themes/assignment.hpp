#pragma once

#include "themes/counted_themes.hpp"
#include "themes/record_texts.hpp"

#include "verbatim/hierarchy/analysis_run.hpp"
#include "verbatim/hierarchy/chunking.hpp"

#include <span>
#include <vector>

namespace verbatim::analyze_bulk::themes {

/// Reads every record against the themes, once: a call for each chunk, halved where its message or the answer is too
/// long. The same calls read the values of `dimensions`, with placeholders in their texts. Without themes and
/// dimensions no call is made. `reads_rest_again`: records without a theme are read again afterwards, which a dry run
/// has to know. Throws what hierarchy::map throws. [may wait]
sdk::task<counted_themes> assign(hierarchy::analysis_run& run, const offline::record_texts& texts,
                                 const std::vector<theme>& themes, std::vector<hierarchy::chunk> chunks,
                                 std::span<const dimensions::dimension> dimensions = {}, bool reads_rest_again = false);

} // namespace verbatim::analyze_bulk::themes
