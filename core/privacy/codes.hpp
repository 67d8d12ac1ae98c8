#pragma once

#include "privacy/tokens.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <cstddef>
#include <optional>

namespace verbatim::core::privacy {

/// What the token `at`, letters and digits in one word, is or begins: an IBAN, the address of a wallet, the number of a
/// passport, a driver or a prescriber.
std::optional<sdk::finding> read_code(const scanned& text, std::size_t at);

} // namespace verbatim::core::privacy
