#pragma once

#include "verbatim/sdk/llm.hpp"

#include <optional>
#include <string>

namespace verbatim::analyze_bulk::prompts {

/// The system message of an analysis of all records; `language` is sanitized.
sdk::prompt_text analysis(const std::optional<std::string>& language);

/// Of an analysis of one chunk of them.
sdk::prompt_text map(const std::optional<std::string>& language);

/// Of combining what was said of chunks.
sdk::prompt_text reduce(const std::optional<std::string>& language);

} // namespace verbatim::analyze_bulk::prompts
