#pragma once

#include "dimensions/dimension.hpp"
#include "themes/theme_list.hpp"

#include "verbatim/feedback/language.hpp"
#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/llm.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk::themes::prompts {

using output_language = std::optional<feedback::output_language>;

/// The system message of a call that finds the themes of one chunk.
sdk::prompt_text candidates(const output_language& language);

/// The system message of a call that finds the themes of all records at once.
sdk::prompt_text themes(std::size_t max_themes, const output_language& language);

/// The system message of a call that combines the themes of chunks.
sdk::prompt_text consolidation(std::size_t max_themes, const output_language& language);

/// The system message of a call that reads records against the themes, and for their values of dimensions.
sdk::prompt_text assignment(bool has_dimensions = false);

/// The system message of the call that writes the analysis from the counts.
sdk::prompt_text analysis(const output_language& language);

/// The user message of a call that finds themes.
sdk::prompt_text induction_message(const sdk::prompt_text& prompt, const sdk::prompt_text& records);

/// The user message of a consolidation; `candidates` are blocks of partial results.
sdk::prompt_text consolidation_message(const sdk::prompt_text& prompt, const sdk::prompt_text& candidates);

/// The user message of an assignment. The themes come first: they are the same in all batches.
sdk::prompt_text assignment_message(const sdk::prompt_text& themes, const sdk::prompt_text& records);

/// The user message of the call that writes the analysis.
sdk::prompt_text analysis_message(const sdk::prompt_text& prompt, const sdk::prompt_text& table);

/// The element `<themes>` of an assignment with at most `max_characters` code points: texts are left out until it fits,
/// except for titles.
sdk::prompt_text theme_block(const std::vector<theme>& themes, const feedback::redaction& redaction,
                             std::size_t max_characters);

} // namespace verbatim::analyze_bulk::themes::prompts

namespace verbatim::analyze_bulk::themes {

/// The records at these positions as a model reads them: elements with numbers from 1, because ids may repeat or hold
/// anything. The n-th text of `redaction` is the content of the n-th record. Metadata is not shown.
sdk::prompt_text numbered_records(const feedback::redaction& redaction, std::span<const std::size_t> positions);

/// The same with the number of each sentence before it.
sdk::prompt_text numbered_sentences(const feedback::redaction& redaction, std::span<const std::size_t> positions);

} // namespace verbatim::analyze_bulk::themes
