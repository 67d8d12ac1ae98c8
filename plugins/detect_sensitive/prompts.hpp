#pragma once

#include "verbatim/sdk/llm.hpp"

namespace verbatim::detect_sensitive::prompts {

/// The system message of all records.
sdk::prompt_text detection();

} // namespace verbatim::detect_sensitive::prompts
