#pragma once

#include "privacy/lexicon.hpp"
#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <span>
#include <vector>

namespace verbatim::core::privacy {

/// Appends nationalities, religions, and organisations with a legal form (Ltd, GmbH); not languages. The text is
/// annotated with `phrases`.
void find_groups(const tokenized_text& text, std::span<const phrase_match> phrases,
                 std::vector<sdk::detected_entity>& findings);

} // namespace verbatim::core::privacy
