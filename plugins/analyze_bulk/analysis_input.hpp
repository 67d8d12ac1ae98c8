#pragma once

#include "verbatim/hierarchy/bulk_input.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::analyze_bulk {

using analysis_input = hierarchy::bulk_input;

/// The result of either mode. Personal data except names of persons is restored; links are not made yet.
struct analysis_result
{
    std::string           analysis;
    std::optional<double> quality_score;
    std::string           uncertainty_explanation;
    std::optional<double> confidence;

    std::vector<std::size_t> refused; ///< records that the provider refused, by position in the input
};

/// The explanation, with a sentence about it if a text of the model was truncated.
std::string with_truncation(std::string explanation, bool truncated);

/// The user message of an analysis of all records or of one chunk.
sdk::prompt_text analysis_message(const sdk::prompt_text& prompt, const sdk::prompt_text& blocks);

} // namespace verbatim::analyze_bulk
