#pragma once

#include "verbatim/text_analysis/tokenizer.hpp"

#include <optional>

namespace verbatim::assign_codes::offline {

/// The purpose of a message. Frameworks are often divided by it ("Questions about masks", "Requests for masks"), where
/// the topic alone does not distinguish codes.
enum class speech_act : unsigned char
{
    question,
    request,
    statement, ///< also observations, beliefs, doubts and rumours
    thanks,
};

/// The speech act that the text names or performs first, by word lists in seven languages; a question mark makes a
/// question where no word decides. None: the text names no act.
std::optional<speech_act> find_speech_act(const text_analysis::tokenized_text& text,
                                          const text_analysis::tokenizer&      tokenizer);

} // namespace verbatim::assign_codes::offline
