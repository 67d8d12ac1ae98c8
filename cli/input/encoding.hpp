#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace verbatim::cli::input {

/// Throws failure for an encoding that ICU does not know.
void require_encoding(const std::string& encoding);

/// Bytes of this encoding as text, without a byte order mark. Nothing if the encoding is unknown, or if `strict` and
/// the bytes are not in it.
std::optional<std::u16string> decode(std::string_view bytes, const std::string& encoding, bool strict);

/// The text of a file as UTF-8, without a byte order mark, which may name UTF-16. Throws failure unless it is such a
/// text without U+0000.
std::string to_utf8(std::string bytes);

} // namespace verbatim::cli::input
