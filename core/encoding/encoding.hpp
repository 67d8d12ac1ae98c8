#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Bytes as text. [any thread]
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

} // namespace verbatim::core::encoding
