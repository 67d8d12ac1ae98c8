#pragma once

#include "privacy/lexicon.hpp"
#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <span>
#include <vector>

namespace verbatim::core::privacy {

/// Finds nationalities and religions, and organisations that say what they are (Ltd, GmbH). Languages stay. Appends to
/// `to`. `text` has been annotated, which gave `phrases`.
void find_groups(const tokenized_text& text, std::span<const phrase_match> phrases,
                 std::vector<sdk::detected_entity>& findings);

} // namespace verbatim::core::privacy
