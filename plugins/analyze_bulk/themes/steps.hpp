#pragma once

#include "themes/counted_themes.hpp"
#include "themes/record_texts.hpp"
#include "themes/theme_list.hpp"

#include "verbatim/hierarchy/analysis_run.hpp"
#include "verbatim/hierarchy/clustering.hpp"
#include "verbatim/hierarchy/map.hpp"
#include "verbatim/hierarchy/progress_log.hpp"

#include <cstddef>
#include <span>
#include <vector>

/// The two steps of an analysis with themes that call models for chunks of records: finding the themes (induction.cpp),
/// and reading every record against them (assignment.cpp).
namespace verbatim::analyze_bulk::themes {

struct induced_themes
{
    std::vector<theme> themes;
    std::size_t        dropped = 0; ///< record numbers of models that do not exist or repeat
};

/// The prompts that find themes in a chunk. Refers to its arguments.
hierarchy::map_prompts candidate_prompts(const hierarchy::analysis_run& run, const offline::record_texts& texts);

/// One call with these records. Uses less than half of the time left. Throws payload_too_large if they exceed one
/// message, and the error of a failed call. [may wait]
sdk::task<induced_themes> induce_at_once(hierarchy::analysis_run& run, const offline::record_texts& texts,
                                         const hierarchy::chunk& records, const theme_limit& limit);

/// One call for each chunk, and one that combines their themes, in several levels if they exceed a message. The prompts
/// are those of candidate_prompts. Uses less than half of the time left. Throws what hierarchy::map and reduce throw.
/// [may wait]
sdk::task<induced_themes> induce_by_chunk(hierarchy::analysis_run& run, const offline::record_texts& texts,
                                          hierarchy::map_prompts prompts, const std::vector<hierarchy::chunk>& chunks,
                                          const theme_limit& limit, hierarchy::progress_log& progress);

/// Positions of all records.
hierarchy::chunk all_records(const hierarchy::bulk_input& input);

/// Reads every record against the themes, once: a call for each chunk, halved where its message or the answer is too
/// long. The same calls read the values of `dimensions`, with placeholders in their texts. Without themes and
/// dimensions no call is made. `reads_rest_again`: records without a theme are read again afterwards, which a dry run
/// has to know. Throws what hierarchy::map throws. [may wait]
sdk::task<counted_themes> assign(hierarchy::analysis_run& run, const offline::record_texts& texts,
                                 const std::vector<theme>& themes, std::vector<hierarchy::chunk> chunks,
                                 std::span<const dimensions::dimension> dimensions = {}, bool reads_rest_again = false);

} // namespace verbatim::analyze_bulk::themes
