#pragma once

#include "analysis_input.hpp"

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/text_analysis/language.hpp"

namespace verbatim::analyze_bulk {

/// The language of a report without a provider: the requested one, or that of the question, or the main language of the
/// records; one with labels.
text_analysis::language report_language(const analysis_input& input, const feedback::redaction& redaction,
                                        text_analysis::language main_language);

} // namespace verbatim::analyze_bulk
