#pragma once

#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <vector>

namespace verbatim::core::privacy {

/// Appends cards, accounts, phones, identity numbers and IPv4 addresses of the annotated text. A weak shape needs a
/// valid check digit or a word that names it. Skips dates, amounts, counts and record ids.
void find_numbers(const tokenized_text& text, std::vector<sdk::detected_entity>& findings);

} // namespace verbatim::core::privacy
