#pragma once

#include "verbatim/feedback/language.hpp"
#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/llm.hpp"

namespace verbatim::analyze_bulk::translation::prompts {

sdk::prompt_text system(const feedback::output_language& language);

/// `texts` is a redaction of titles_and_definitions(themes).
sdk::prompt_text message(const feedback::redaction& texts);

} // namespace verbatim::analyze_bulk::translation::prompts
