#pragma once

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

/// What one request asks, and about what; borrowed from it.
struct analysis_input
{
    std::span<const feedback::record* const> records; ///< those with content, in request order
    std::string_view                         prompt;
    bool                                     anonymize = true;
    std::span<const std::string>             shown_metadata; ///< the fields that a model may see
    std::optional<std::string>               language;       ///< sanitized
};

/// What either mode makes of it: the answer with its personal data put back (but for names), not yet linked.
struct analysis_result
{
    std::string           analysis;
    std::optional<double> quality_score;
    std::string           uncertainty_explanation;
    std::optional<double> confidence;
};

/// What may hold personal data: the contents, then the prompt.
std::vector<std::string_view> texts_of(const analysis_input& input);

/// What of the caller is shown as it came, ids and metadata, and looks like a placeholder of ours. [call] [may wait]
sdk::task<std::vector<std::string>> placeholder_lookalikes(sdk::call& call, const analysis_input& input);

/// The user message of an analysis, of all records or of a part of them. `prompt` and `blocks` may leave the machine.
sdk::prompt_text analysis_message(const sdk::prompt_text& prompt, const sdk::prompt_text& blocks);

/// The records at these positions of the subject, as a model reads them; the n-th text of `names` is the n-th record's.
sdk::prompt_text record_blocks(const analysis_input& input, const feedback::redaction& redaction,
                               std::span<const std::size_t> positions);

} // namespace verbatim::analyze_bulk
