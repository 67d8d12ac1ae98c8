#pragma once

#include "analysis_input.hpp"
#include "trends.hpp"

#include "verbatim/feedback/redaction.hpp"

#include <cstddef>
#include <string>
#include <vector>

/// The output without a provider: counts phrases by record and understands nothing.
namespace verbatim::analyze_bulk::offline {

/// A Markdown report with exact counts of the themes of the records at these positions, and of `codes` if not null. A
/// reduce passes the records of all its chunks.
std::string analyze(const analysis_input& input, const feedback::redaction& redaction,
                    std::vector<std::size_t> positions, const trend_counts* codes = nullptr);

} // namespace verbatim::analyze_bulk::offline
