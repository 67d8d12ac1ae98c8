#pragma once

#include "auth/keyring.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::auth {

/// A new key: `vb_`, 30 random characters of 0-9, A-Z, a-z (178 bits from the system's entropy), and six more that are
/// the CRC-32 of what precedes, so that a scanner for leaked secrets knows one from an accident. Throws std::bad_alloc
/// and nothing else.
std::string make_api_key();

/// Whether a text has the form of such a key, its checksum included.
bool is_api_key(std::string_view text) noexcept;

/// A digest as it is stored: `sha256:` and 64 lower-case hexadecimal digits.
std::string format_digest(const digest& value);

/// None for a text of another form.
std::optional<digest> parse_digest(std::string_view text) noexcept;

} // namespace verbatim::core::auth
