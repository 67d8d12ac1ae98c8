#pragma once

#include "verbatim/sdk/export.hpp"

#include <cstddef>
#include <string_view>

namespace verbatim::sdk {

/// Families of tokenizers. They agree on English and differ by a factor of up to four in other scripts.
enum class tokenizer
{
    o200k,  ///< models of OpenAI since GPT-4o; others of the same time are close to it
    cl100k, ///< models of OpenAI up to GPT-4 Turbo, and others that were trained mostly on English
};

/// The length of a text for estimates of its tokens: in ASCII characters with as many tokens, by the scripts of its
/// code points. docs/reference/provider.md#token-estimate
VERBATIM_SDK_API std::size_t estimation_length(std::string_view text) noexcept;

/// The tokenizer of all estimates of the process, by default o200k. Call before the first estimate that matters. [load]
VERBATIM_SDK_API void set_tokenizer(tokenizer family) noexcept;

} // namespace verbatim::sdk
