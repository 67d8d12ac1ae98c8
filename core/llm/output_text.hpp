#pragma once

#include "verbatim/sdk/reply_reading.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::llm {

/// The answer in an output: without a byte order mark, without the reasoning that some models write before it, and
/// without the control tokens and the fence around it: docs/reference/provider.md#text-of-an-output. Chat templates may
/// write the opening mark, so that reasoning may begin without it. Empty if the reasoning does not end. Borrows from
/// `output`.
std::string_view answer_of(std::string_view output) noexcept;

/// The text of a reply as a caller gets it.
struct reply_text
{
    std::string                    text;
    std::vector<sdk::reply_repair> repairs   = {};
    bool                           truncated = false; ///< the text ends early, at a limit or a repeat
};

/// A free text without control tokens, cut at its first repeat if it repeats itself to the end.
reply_text clean_text(std::string_view answer);

/// A JSON text, cut at its first repeat if it repeats itself to the end. A string that is cut gets its closing quote,
/// and only then is the reply truncated: a list that is cut may still be complete.
reply_text without_repeats(std::string_view json_text);

/// Whether the end of a text consists of at least eight equal passages: docs/reference/provider.md#streams. Looks at a
/// few thousand bytes only.
bool ends_in_repeats(std::string_view text);

} // namespace verbatim::core::llm
