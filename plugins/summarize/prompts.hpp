#pragma once

#include "verbatim/feedback/language.hpp"
#include "verbatim/sdk/llm.hpp"

#include <optional>

namespace verbatim::summarize::prompts {

/// The system message for one record; `language` is its detected language, if certain.
sdk::prompt_text for_record(const std::optional<feedback::output_language>& language);

/// The system message for many records; `language` is the requested one, if known.
sdk::prompt_text for_bulk(const std::optional<feedback::output_language>& language);

} // namespace verbatim::summarize::prompts
