#pragma once

#include "analysis_input.hpp"
#include "trends.hpp"

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/hierarchy/phases.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk {

/// One model call with all records, and one call of the judge. Arguments must outlive the task. [may wait]
sdk::task<analysis_result> single_pass(sdk::call& call, const analysis_input& input, const trend_counts& codes);

/// Analyses records of any number: clusters them, analyses each chunk, combines the partial analyses and judges both.
/// Every record is in exactly one map call. Throws analysis_unavailable at once if there is no embedder. Arguments must
/// outlive the task. [may wait]
sdk::task<analysis_result> hierarchical(sdk::call& call, const analysis_input& input, const trend_counts& codes,
                                        const hierarchy::settings& settings, std::string_view date_field);

} // namespace verbatim::analyze_bulk

/// The output without a provider: counts phrases by record and understands nothing.
namespace verbatim::analyze_bulk::offline {

/// A Markdown report with exact counts of the themes of the records at these positions, and of `codes` if not null. A
/// reduce passes the records of all its chunks.
std::string analyze(const analysis_input& input, const feedback::redaction& redaction,
                    std::vector<std::size_t> positions, const trend_counts* codes = nullptr);

} // namespace verbatim::analyze_bulk::offline
