#pragma once

#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <cstddef>
#include <optional>

namespace verbatim::core::privacy {

/// What the token `at`, letters and digits in one word, is or begins: an IBAN, the address of a wallet, the number of a
/// passport, a driver or a prescriber.
std::optional<sdk::detected_entity> read_code(const tokenized_text& text, std::size_t at);

} // namespace verbatim::core::privacy
