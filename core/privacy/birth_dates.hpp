#pragma once

#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <vector>

namespace verbatim::core::privacy {

/// Appends dates beside a word for birth in the annotated text: "born on 12/03/1990", "née le 3 mai 1987". Other dates
/// and years alone stay.
void find_birth_dates(const tokenized_text& text, std::vector<sdk::detected_entity>& findings);

} // namespace verbatim::core::privacy
