#pragma once

#include "verbatim/feedback/judge.hpp"
#include "verbatim/feedback/language.hpp"
#include "verbatim/hierarchy/map.hpp"
#include "verbatim/hierarchy/reduce.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace verbatim::hierarchy {

/// The judge's score of one chunk's partial analysis.
struct chunk_score
{
    std::size_t           records = 0;
    std::optional<double> score; ///< none: not chosen, or the chunk or its judge failed
    bool                  is_chosen = true;
};

/// Chunks up to this number are all judged, and of more at least this number. With a quarter of them, the average is
/// then within 0.12 of the average of all in 19 of 20 cases if scores deviate by 0.2: at most 1.96 * 0.2 *
/// sqrt((32 - 8) / (8 * 31)).
inline constexpr std::size_t min_judged_chunks = 8;

/// Which of `count` chunks are judged, in their order: the share `sample`, rounded up, and at least min_judged_chunks.
/// They are spread evenly over the chunks, which follow the clusters. Equal arguments choose equal chunks.
std::vector<bool> chosen_for_judging(std::size_t count, double sample);

/// The average of the judged chunks, weighted by record count. None if no chunk was judged.
std::optional<double> confidence(std::span<const chunk_score> chunks);

/// One sentence on how many chunks the confidence covers: docs/reference/operations/analyze-bulk.md#confidence.
std::string coverage(std::span<const chunk_score> chunks, feedback::label_language language);

struct judgement
{
    feedback::judgement      whole; ///< of the combined analysis
    std::vector<chunk_score> chunks;
};

/// Judges the combined analysis against its source and the partial analyses against their records: the share `sample`
/// of those that chosen_for_judging chooses. A failed judge, or one that has not replied shortly before the deadline of
/// the call, gives no score and throws nothing. Arguments must outlive the task. [may wait]
sdk::task<judgement> judge(analysis_run& run, const prompts& prompts, double sample,
                           const std::vector<partial_analysis>& parts, const synthesis& synthesis);

} // namespace verbatim::hierarchy
