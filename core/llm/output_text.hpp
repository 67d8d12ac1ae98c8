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
    bool                           truncated = false; ///< the text ends early
};

/// A free text without control tokens, cut at its first repeat if it repeats itself to the end.
reply_text clean_text(std::string_view answer);

} // namespace verbatim::core::llm
