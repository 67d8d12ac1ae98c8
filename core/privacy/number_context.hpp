#pragma once

#include "privacy/lexicon.hpp"
#include "privacy/tokens.hpp"

#include <cstddef>
#include <cstdint>

namespace verbatim::core::privacy {

/// What the words near a number say it is.
struct number_context
{
    std::uint64_t nearest = 0; ///< the roles of the nearest naming word before it
    bool          phone   = false;

    bool says(std::uint64_t roles) const noexcept { return (nearest & roles) != 0; }
};

/// Reads eight words before the tokens [first, last) and four after them.
number_context context_of(const scanned& text, std::size_t first, std::size_t last);

} // namespace verbatim::core::privacy
