#pragma once

#include "analysis_input.hpp"

#include "verbatim/feedback/redaction.hpp"

#include <functional>
#include <string>
#include <vector>

namespace verbatim::analyze_bulk {

/// The words of a question if no record holds one of them, otherwise none. The first call reads records up to the first
/// that holds a word; copies share its result. [any thread]
using unmatched_words = std::function<const std::vector<std::string>&()>;

/// Borrows the arguments.
unmatched_words unmatched_words_of(const analysis_input& input, const feedback::redaction& redaction);

} // namespace verbatim::analyze_bulk
