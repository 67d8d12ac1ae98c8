#pragma once

#include "options.hpp"

#include "verbatim/sdk/llm.hpp"

#include <cstddef>

namespace verbatim::assign_codes::prompts {

/// The system message of the call that picks options.
sdk::prompt_text pick_system();

/// Its user message: the record's text, as redaction left it, and the options one to a line.
sdk::prompt_text pick_message(const sdk::prompt_text& text, const sdk::prompt_text& options);

/// The system message of the calls that judge one level of a path.
sdk::prompt_text judge_system();

/// Their user message: the text, the path down to `level`, which is counted from 1, and which level to judge.
sdk::prompt_text judge_message(const sdk::prompt_text& text, const option& option, std::size_t level);

} // namespace verbatim::assign_codes::prompts
