#pragma once

#include "extractive/reader.hpp"

#include <optional>

namespace verbatim::core::extractive {

/// What somebody does by saying something. Frameworks of codes are often divided by it ("Questions about masks",
/// "Requests for masks"), where the topic alone cannot tell one code from the other.
enum class act : unsigned char
{
    asking,
    requesting,
    believing, ///< stating, observing, doubting, passing on a rumour
    thanking,
};

/// The act that a text names or performs first, by word lists of the seven label languages; a question mark counts as
/// asking where no word tells. None: it names no act.
std::optional<act> act_of(const reading& text, const reader& with);

} // namespace verbatim::core::extractive
