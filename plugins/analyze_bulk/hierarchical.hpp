#pragma once

#include "analysis_input.hpp"
#include "trends.hpp"

#include "verbatim/feedback/concurrency.hpp"

#include <cstddef>
#include <optional>

namespace verbatim::analyze_bulk {

struct hierarchical_settings
{
    std::size_t       target_chunk_tokens = 2'000;
    std::size_t       min_cluster_size    = 5;
    feedback::fan_out concurrency;
};

/// Analyses records of any number: clusters them, analyses each chunk, combines the partial analyses and judges both.
/// Every record is in exactly one map call. Throws analysis_unavailable at once if there is no embedder. Arguments must
/// outlive the task. [may wait]
sdk::task<analysis_result> hierarchical(sdk::call& call, const analysis_input& input,
                                        const std::optional<coding_trends>& trends,
                                        const hierarchical_settings& settings, std::string_view date_field);

} // namespace verbatim::analyze_bulk
