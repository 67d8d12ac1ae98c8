#pragma once

#include <string_view>

/// Checksums of issued numbers. All take ASCII and return false for anything else.
namespace verbatim::core::privacy {

bool passes_luhn(std::string_view digits) noexcept;

/// ISO 13616: the length for the country, and ISO 7064 mod 97. Without spaces, in either case.
bool passes_iban(std::string_view compact) noexcept;

/// Characters of an IBAN of the country; 0 if the country issues none.
int iban_length(std::string_view country) noexcept;

/// NHS number: ten digits, modulus 11.
bool passes_nhs(std::string_view digits) noexcept;

/// DEA number of a US prescriber: two letters and seven digits.
bool passes_dea(std::string_view compact) noexcept;

/// СНИЛС, the Russian insurance number: eleven digits, modulus 101.
bool passes_snils(std::string_view digits) noexcept;

/// NIT, the Colombian tax number: nine digits and a check digit, modulus 11.
bool passes_nit(std::string_view digits) noexcept;

/// A Bitcoin address (Base58Check, Bech32, Bech32m), or the shape of an Ethereum address.
bool is_crypto_address(std::string_view text);

} // namespace verbatim::core::privacy
