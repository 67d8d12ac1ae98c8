#pragma once

#include "verbatim/codebook/options.hpp"
#include "verbatim/sdk/llm.hpp"

#include <cstddef>

namespace verbatim::assign_codes::prompts {

using codebook::option;

/// The system message of the call that picks options.
sdk::prompt_text pick_system();

/// The user message of the pick: the redacted text, and one option per line.
sdk::prompt_text pick_message(const sdk::prompt_text& text, const sdk::prompt_text& options);

/// The system message of the calls that judge one level of a path.
sdk::prompt_text judge_system();

/// The user message of a judge: the text, the path down to `level` (from 1), and the level to judge.
sdk::prompt_text judge_message(const sdk::prompt_text& text, const option& option, std::size_t level);

} // namespace verbatim::assign_codes::prompts
