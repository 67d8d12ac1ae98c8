#pragma once

#include "extractive/tokenizer.hpp"

#include <optional>

namespace verbatim::core::extractive {

/// What somebody does by saying something. Frameworks of codes are often divided by it ("Questions about masks",
/// "Requests for masks"), where the topic alone cannot tell one code from the other.
enum class speech_act : unsigned char
{
    question,
    request,
    statement, ///< stating, observing, doubting, passing on a rumour
    thanks,
};

/// The act that a text names or performs first, by word lists of the seven label languages; a question mark counts as
/// asking where no word tells. None: it names no act.
std::optional<speech_act> find_speech_act(const tokenized_text& text, const tokenizer& tokenizer);

} // namespace verbatim::core::extractive
