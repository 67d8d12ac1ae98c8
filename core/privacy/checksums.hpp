#pragma once

#include <string_view>

/// The check digits that tell a number that was issued from one that was not. All take ASCII; anything else is false.
namespace verbatim::core::privacy {

bool passes_luhn(std::string_view digits) noexcept;

/// ISO 13616: the length of its country, and ISO 7064 mod 97. Without spaces; either case.
bool passes_iban(std::string_view compact) noexcept;

/// How many characters an IBAN of this country has; 0 when the country issues none.
int iban_length(std::string_view country) noexcept;

/// The ten digits of a British health number, modulus 11.
bool passes_nhs(std::string_view digits) noexcept;

/// Two letters and seven digits: the licence of an American prescriber.
bool passes_dea(std::string_view compact) noexcept;

/// A Bitcoin address in its old (Base58Check) or new (Bech32, Bech32m) spelling, or an Ethereum one.
bool is_crypto_address(std::string_view text);

} // namespace verbatim::core::privacy
