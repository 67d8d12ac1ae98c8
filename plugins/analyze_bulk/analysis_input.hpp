#pragma once

#include "verbatim/feedback/judge.hpp"
#include "verbatim/feedback/response_text.hpp"
#include "verbatim/hierarchy/bulk_input.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace verbatim::analyze_bulk {

using analysis_input = hierarchy::bulk_input;

/// The result of either mode. Personal data except names of persons is restored; links are not made yet.
struct analysis_result
{
    feedback::response_text analysis;
    std::optional<double>   quality_score;
    feedback::response_text uncertainty_explanation;
    std::optional<double>   confidence;

    std::vector<std::size_t> refused; ///< records that the provider refused, by position in the input
};

/// The judge's explanation with ids and metadata restored; without a score the sentence that says why.
feedback::response_text explanation_of(const feedback::judgement& verdict, const analysis_input& input,
                                       const feedback::redaction& redaction);

/// A sentence, with a blank in front, on the records that the provider refused; empty without any.
feedback::response_text sentence_about_refused(std::size_t refused, const analysis_input& input);

/// The explanation, with a sentence about it if a text of the model was truncated.
feedback::response_text with_truncation(feedback::response_text explanation, bool truncated,
                                        const analysis_input& input);

/// A longer question, in estimated code points, appears only before the material.
inline constexpr std::size_t max_repeated_question = 2'000;

/// A user message with the question before the material, and again behind it: models follow the end of a message more
/// closely.
sdk::prompt_text ask_about(const sdk::prompt_text& question, const sdk::prompt_text& material);

} // namespace verbatim::analyze_bulk
