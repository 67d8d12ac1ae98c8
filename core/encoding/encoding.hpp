#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Bytes as text, and SHA-256. [any thread]
namespace verbatim::core::encoding {

/// Two lower-case digits for each byte.
std::string to_hexadecimal(std::span<const unsigned char> bytes);

/// The inverse. False unless the text has two lower-case digits for each of the bytes, which then have any values.
bool read_hexadecimal(std::string_view digits, std::span<unsigned char> bytes) noexcept;

/// The most bytes that to_base64() accepts, so that every size fits in an int.
inline constexpr std::size_t max_base64_bytes = std::size_t{512} << 20;

/// Base64 with padding (RFC 4648, section 4). Throws std::length_error over max_base64_bytes.
std::string to_base64(std::string_view bytes);

/// The inverse; none for any other text, so that equal bytes never have two texts.
std::optional<std::string> from_base64(std::string_view text);

using sha256_digest = std::array<unsigned char, 32>;

/// Hashes 0.5 to 2 bytes per nanosecond. Throws std::bad_alloc only.
sha256_digest sha256_of(std::string_view text);

/// Of each text after its length: equal only for equal lists. Throws std::bad_alloc only.
sha256_digest sha256_of_list(std::span<const std::string_view> texts);

} // namespace verbatim::core::encoding
