#pragma once

#include "confidence.hpp"
#include "map.hpp"
#include "reduce.hpp"

#include "verbatim/feedback/judge.hpp"

#include <vector>

namespace verbatim::analyze_bulk {

struct judgement
{
    feedback::judgement      whole; ///< of the synthesis, against what it was made from
    std::vector<chunk_score> chunks;
};

/// Has the synthesis judged, and every partial analysis against its own records. No failure is thrown: what cannot be
/// judged, or not before the time that the answer itself needs, has no score. [may wait]
sdk::task<judgement> judge(analysis_run& run, const std::vector<partial_analysis>& parts, const synthesis& synthesis);

} // namespace verbatim::analyze_bulk
