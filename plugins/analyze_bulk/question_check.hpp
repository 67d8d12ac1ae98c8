#pragma once

#include "analysis_input.hpp"

#include "verbatim/feedback/redaction.hpp"

#include <functional>

namespace verbatim::analyze_bulk {

/// Whether the records of an analysis hold a word of its question; true if the question names no subject. The first
/// call reads records up to the first that holds a word; copies share its result. Borrows the arguments. [any thread]
std::function<bool()> question_check(const analysis_input& input, const feedback::redaction& redaction);

} // namespace verbatim::analyze_bulk
