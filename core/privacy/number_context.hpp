#pragma once

#include "privacy/lexicon.hpp"
#include "privacy/tokenizer.hpp"

#include <cstddef>
#include <cstdint>

namespace verbatim::core::privacy {

/// The kind of a number by the words near it.
struct number_context
{
    std::uint64_t nearest  = 0; ///< roles of the nearest word before it that names a kind of number
    std::size_t   distance = 0; ///< of that word, in words
    bool          phone    = false;

    bool indicates(std::uint64_t roles) const noexcept { return (nearest & roles) != 0; }
};

/// Reads eight words before the tokens [first, last) and four after them.
number_context number_context_of(const tokenized_text& text, std::size_t first, std::size_t last);

} // namespace verbatim::core::privacy
