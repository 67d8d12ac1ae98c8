#pragma once

#include "privacy/lexicon.hpp"
#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <span>
#include <vector>

namespace verbatim::core::privacy {

/// Finds listed countries, their subdivisions and large cities, and places that a word beside them makes one ("Kenema
/// District"). Appends to `to`. `text` has been annotated, which gave `phrases`.
void find_places(const tokenized_text& text, std::span<const phrase_match> phrases,
                 std::vector<sdk::detected_entity>& findings);

} // namespace verbatim::core::privacy
