#pragma once

#include "verbatim/hierarchy/confidence.hpp"
#include "verbatim/hierarchy/map.hpp"
#include "verbatim/hierarchy/reduce.hpp"

#include "verbatim/feedback/judge.hpp"

#include <vector>

namespace verbatim::hierarchy {

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
