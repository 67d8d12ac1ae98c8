#pragma once

#include "verbatim/feedback/response_text.hpp"
#include "verbatim/hierarchy/bulk_input.hpp"

#include <optional>

namespace verbatim::analyze_bulk {

using analysis_input = hierarchy::bulk_input;

/// The result of either mode. Personal data except names of persons is restored; links are not made yet.
struct analysis_result
{
    feedback::response_text analysis;
    std::optional<double>   quality_score;
    feedback::response_text uncertainty_explanation;
    std::optional<double>   confidence;
};

/// The explanation, with a sentence about it if a text of the model was truncated.
feedback::response_text with_truncation(feedback::response_text explanation, bool truncated);

/// The user message of an analysis of all records or of one chunk.
sdk::prompt_text analysis_message(const sdk::prompt_text& prompt, const sdk::prompt_text& blocks);

} // namespace verbatim::analyze_bulk
