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

/// The length of a text for limits and sizes of prompts, in ASCII characters of a quarter token, by the scripts of its
/// code points. Rather too long: English prose has a quarter fewer tokens.
/// docs/reference/provider.md#token-estimate
VERBATIM_SDK_API std::size_t estimation_length(std::string_view text) noexcept;

/// The same for costs, counts and dry runs: as near to the tokenizer as possible, by the neighbours of each character.
VERBATIM_SDK_API std::size_t expected_length(std::string_view text) noexcept;

/// The tokenizer of all estimates of the process, by default o200k. Call before the first estimate that matters. [load]
VERBATIM_SDK_API void set_tokenizer(tokenizer family) noexcept;

} // namespace verbatim::sdk
