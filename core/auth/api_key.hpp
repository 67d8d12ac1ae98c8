#pragma once

#include "auth/keyring.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::auth {

/// Generates a key: `vb_`, 30 random characters of 0-9, A-Z, a-z (178 bits from the system's entropy), and six
/// characters for the CRC-32 of the preceding ones. Scanners for leaked secrets recognise keys by this checksum. Throws
/// std::bad_alloc only. [any thread]
std::string make_api_key();

/// Whether the text is a key of this form with a correct checksum.
bool is_api_key(std::string_view text) noexcept;

/// `sha256:` and 64 lower-case hexadecimal digits, as stored.
std::string format_digest(const digest& value);

/// The inverse of format_digest; none for any other text.
std::optional<digest> parse_digest(std::string_view text) noexcept;

} // namespace verbatim::core::auth
