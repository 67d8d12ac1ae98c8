#pragma once

#include "privacy/lexicon.hpp"
#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <vector>

namespace verbatim::core::privacy {

enum class number_kinds
{
    all,
    verified, ///< those with a checksum, as if there were no others
};

/// Appends cards, accounts, phones, identity numbers and IPv4 addresses of the text, which `words` has annotated. A
/// weak shape needs a valid check digit or a word that names it. Skips dates, amounts, counts and record ids.
void find_numbers(const tokenized_text& text, const lexicon& words, std::vector<sdk::detected_entity>& findings,
                  number_kinds kinds = number_kinds::all);

} // namespace verbatim::core::privacy
