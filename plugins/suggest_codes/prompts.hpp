#pragma once

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/prompt_text.hpp"

#include <cstddef>

/// Every text of this operation that a model reads: docs/reference/prompts.md.
namespace verbatim::suggest_codes::prompts {

sdk::prompt_text system();

/// The beginning of each message with this framework. `options` is the text of codebook::format_options.
sdk::prompt_text framework(const sdk::prompt_text& options);

/// Framework, records and instruction. All texts of `redaction` are contents; the n-th has the number n.
sdk::prompt_text message(const sdk::prompt_text& framework, const feedback::redaction& redaction,
                         std::size_t max_codes);

} // namespace verbatim::suggest_codes::prompts
