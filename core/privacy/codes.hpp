#pragma once

#include "privacy/lexicon.hpp"
#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <cstddef>
#include <optional>

namespace verbatim::core::privacy {

/// The identifier that token `at`, a word of letters and digits, is or begins: an IBAN, a wallet address, an
/// identity number, a passport, a driver's or a medical license, or a phone number that a word of `words` is glued to.
std::optional<sdk::detected_entity> read_code(const tokenized_text& text, const lexicon& words, std::size_t at);

} // namespace verbatim::core::privacy
