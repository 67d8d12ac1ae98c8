#pragma once

#include "verbatim/feedback/language.hpp"
#include "verbatim/feedback/record.hpp"
#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk {

/// The input of one analysis. Borrows from the request.
struct analysis_input
{
    std::span<const feedback::record* const> records; ///< those with content, in request order
    std::string_view                         prompt;
    bool                                     anonymize = true;
    std::span<const std::string>             shown_metadata; ///< metadata keys that may be sent to a model
    std::optional<feedback::output_language> language;
    std::string_view                         crm_base_url = {}; ///< links of a model may lead below it
};

/// The result of either mode. Personal data except names of persons is restored; links are not made yet.
struct analysis_result
{
    std::string           analysis;
    std::optional<double> quality_score;
    std::string           uncertainty_explanation;
    std::optional<double> confidence;
};

/// Texts that may hold personal data: the contents, then the prompt.
std::vector<std::string_view> texts_of(const analysis_input& input);

/// The ids as a model gets them, without escaping. Views of `input` and `redaction`.
std::vector<std::string_view> ids_of(const analysis_input& input, const feedback::redaction& redaction);

/// The model's analysis for the response: without foreign links, personal data except names of persons restored. [call]
/// [may wait]
sdk::task<std::string> restored(sdk::call& call, const analysis_input& input, const feedback::redaction& redaction,
                                std::string_view analysis);

/// The explanation, with a sentence about it if a text of the model was truncated.
std::string with_truncation(std::string explanation, bool truncated);

/// The user message of an analysis of all records or of one chunk.
sdk::prompt_text analysis_message(const sdk::prompt_text& prompt, const sdk::prompt_text& blocks);

/// The blocks of the records at these positions. The n-th text of `redaction` is the content of the n-th record.
sdk::prompt_text record_blocks(const analysis_input& input, const feedback::redaction& redaction,
                               std::span<const std::size_t> positions);

} // namespace verbatim::analyze_bulk
