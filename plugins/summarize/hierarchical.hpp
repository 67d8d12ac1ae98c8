#pragma once

#include "summary.hpp"

#include "verbatim/hierarchy/phases.hpp"

#include <optional>
#include <string>

namespace verbatim::summarize {

struct hierarchical_summary
{
    summary               result;                  ///< restored, without foreign links
    std::optional<double> confidence;              ///< none: no chunk was judged
    std::string           uncertainty_explanation; ///< on the chunks that the confidence covers
};

/// Summarizes records of any number: clusters them, summarizes each chunk, combines the partial summaries and judges
/// both. `quality_score` is that of the summary against the partial summaries. Throws analysis_unavailable if there is
/// no embedder, or title or text is blank, and errors of the model. Arguments must outlive the task. [call] [may wait]
sdk::task<hierarchical_summary> summarize_chunks(sdk::call& call, const hierarchy::bulk_input& input,
                                                 const hierarchy::settings& settings);

} // namespace verbatim::summarize
