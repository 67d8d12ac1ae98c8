#pragma once

#include "verbatim/sdk/llm.hpp"

#include <optional>
#include <string>

namespace verbatim::analyze_bulk::prompts {

/// The system message of an analysis of all records; `language` is sanitized.
sdk::outbound analysis(const std::optional<std::string>& language);

/// Of an analysis of one chunk of them.
sdk::outbound map(const std::optional<std::string>& language);

/// Of combining what was said of chunks.
sdk::outbound reduce(const std::optional<std::string>& language);

} // namespace verbatim::analyze_bulk::prompts
