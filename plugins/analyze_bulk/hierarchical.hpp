#pragma once

#include "analysis_input.hpp"
#include "trends.hpp"

#include "verbatim/hierarchy/phases.hpp"

#include <optional>
#include <string_view>

namespace verbatim::analyze_bulk {

/// Analyses records of any number: clusters them, analyses each chunk, combines the partial analyses and judges both.
/// Every record is in exactly one map call. Throws analysis_unavailable at once if there is no embedder. Arguments must
/// outlive the task. [may wait]
sdk::task<analysis_result> hierarchical(sdk::call& call, const analysis_input& input, const trend_counts& codes,
                                        const hierarchy::settings& settings, std::string_view date_field);

} // namespace verbatim::analyze_bulk
