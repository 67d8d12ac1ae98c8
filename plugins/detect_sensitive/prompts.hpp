#pragma once

#include "verbatim/sdk/llm.hpp"

namespace verbatim::detect_sensitive::prompts {

/// The system messages of a call about one record, and of one about several.
sdk::prompt_text detection();
sdk::prompt_text bulk_detection();

/// The user messages, which end with the question.
sdk::prompt_text detection_message(const sdk::prompt_text& record);
sdk::prompt_text bulk_detection_message(const sdk::prompt_text& records);

} // namespace verbatim::detect_sensitive::prompts
