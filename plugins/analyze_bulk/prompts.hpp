#pragma once

#include "verbatim/feedback/language.hpp"
#include "verbatim/sdk/llm.hpp"

#include <optional>

namespace verbatim::analyze_bulk {

/// Adds the line `label: value` to a message, unless the value is empty.
void add_line(sdk::prompt_text& text, sdk::literal label, const sdk::prompt_text& value);

} // namespace verbatim::analyze_bulk

namespace verbatim::analyze_bulk::prompts {

/// The system message of a single-pass analysis.
sdk::prompt_text analysis(const std::optional<feedback::output_language>& language);

/// The system message of a map call and its judge.
sdk::prompt_text map(const std::optional<feedback::output_language>& language);

/// The system message of a reduce call.
sdk::prompt_text reduce(const std::optional<feedback::output_language>& language);

} // namespace verbatim::analyze_bulk::prompts
