#pragma once

#include "verbatim/sdk/llm.hpp"

#include <optional>
#include <string>

namespace verbatim::analyze_bulk::prompts {

/// The system message of an analysis of all records; `language` is sanitized.
sdk::outbound analysis(const std::optional<std::string>& language);

} // namespace verbatim::analyze_bulk::prompts
