#pragma once

#include <cstddef>
#include <string_view>

/// Texts of a body were found to be UTF-8 by the parser; these take that for granted, but for `is_utf8`.
namespace verbatim::sdk::schema {

inline bool is_continuation(char byte) noexcept { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// Code points.
std::size_t count_code_points(std::string_view text) noexcept;

/// The longest beginning of at most `bytes` bytes that ends with a whole character.
std::string_view truncate_utf8(std::string_view text, std::size_t bytes) noexcept;

/// Well-formed: no overlong form, no surrogate, nothing above U+10FFFF.
bool is_utf8(std::string_view text) noexcept;

} // namespace verbatim::sdk::schema
