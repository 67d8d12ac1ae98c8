#pragma once

#include "analysis_input.hpp"
#include "trends.hpp"

#include "verbatim/feedback/concurrency.hpp"

#include <cstddef>
#include <optional>

namespace verbatim::analyze_bulk {

/// What an operator chooses about it.
struct hierarchical_settings
{
    std::size_t       target_chunk_tokens = 2'000;
    std::size_t       min_cluster_size    = 5;
    feedback::fan_out concurrency;
};

/// A corpus of any size: records of one theme are read together, chunk by chunk, what is said of the chunks is
/// combined, and both are judged. Every record is in exactly one call of the model. Throws analysis_unavailable before
/// any work when there is no embedder. The arguments are borrowed until the task has ended. [may wait]
sdk::task<analysis_result> hierarchical(sdk::call& call, const analysis_input& input,
                                        const std::optional<coding_trends>& trends,
                                        const hierarchical_settings& settings, std::string_view date_field);

} // namespace verbatim::analyze_bulk
