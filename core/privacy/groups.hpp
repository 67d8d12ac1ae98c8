#pragma once

#include "privacy/lexicon.hpp"
#include "privacy/tokens.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <span>
#include <vector>

namespace verbatim::core::privacy {

/// Finds nationalities and religions, and organisations that say what they are (Ltd, GmbH). Languages stay. Appends to
/// `to`. `text` has been annotated, which gave `phrases`.
void find_groups(const scanned& text, std::span<const phrase_found> phrases, std::vector<sdk::finding>& to);

} // namespace verbatim::core::privacy
