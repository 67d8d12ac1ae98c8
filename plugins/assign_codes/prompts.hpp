#pragma once

#include "options.hpp"

#include "verbatim/sdk/llm.hpp"

#include <cstddef>

namespace verbatim::assign_codes::prompts {

/// The system message of the call that picks options.
sdk::outbound picking();

/// Its user message: the record's text, as redaction left it, and the options one to a line.
sdk::outbound to_pick(const sdk::outbound& text, const sdk::outbound& options);

/// The system message of the calls that judge one level of a path.
sdk::outbound judging();

/// Their user message: the text, the path down to `level`, which is counted from 1, and which level to judge.
sdk::outbound to_judge(const sdk::outbound& text, const option& along, std::size_t level);

} // namespace verbatim::assign_codes::prompts
