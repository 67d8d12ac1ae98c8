#pragma once

#include "analysis_input.hpp"
#include "trends.hpp"

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/text_analysis/corpus.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// The output without a provider: counts phrases by record and understands nothing.
namespace verbatim::analyze_bulk::offline {

/// The records at these positions of the input, redacted.
text_analysis::corpus corpus_of(const analysis_input& input, const feedback::redaction& redaction,
                                std::span<const std::size_t> positions, text_analysis::tokenizer& tokenizer);

/// A Markdown report with exact counts of the themes of the records at these positions, and of `trends` if not null. A
/// reduce passes the records of all its chunks.
std::string analyze(const analysis_input& input, const feedback::redaction& redaction,
                    std::vector<std::size_t> positions, const coding_trends* trends = nullptr);

} // namespace verbatim::analyze_bulk::offline
