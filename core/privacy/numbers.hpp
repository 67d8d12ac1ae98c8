#pragma once

#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <vector>

namespace verbatim::core::privacy {

/// Finds what is made of digits: cards, accounts, phones, identity numbers, IPv4 addresses. Appends to `to`.
/// A number whose shape proves little is found only with its check digit or beside a word that names it; dates,
/// amounts, counts and record ids are left alone. `text` has been annotated.
void find_numbers(const tokenized_text& text, std::vector<sdk::detected_entity>& findings);

} // namespace verbatim::core::privacy
