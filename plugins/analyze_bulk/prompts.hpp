#pragma once

#include "verbatim/sdk/llm.hpp"

#include <optional>
#include <string>

namespace verbatim::analyze_bulk::prompts {

/// The system message of a single-pass analysis.
sdk::prompt_text analysis(const std::optional<std::string>& language);

/// The system message of a map call.
sdk::prompt_text map(const std::optional<std::string>& language);

/// The system message of a reduce call.
sdk::prompt_text reduce(const std::optional<std::string>& language);

} // namespace verbatim::analyze_bulk::prompts
