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

/// Judges the combined analysis against its source and each partial analysis against its records. A failed judge, or
/// one that has not replied shortly before the deadline of the call, gives no score and throws nothing. [may wait]
sdk::task<judgement> judge(analysis_run& run, const judge_function& score, const std::vector<partial_analysis>& parts,
                           const synthesis& synthesis);

} // namespace verbatim::hierarchy
