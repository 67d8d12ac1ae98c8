#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::jobs {

/// The most bytes that to_base64() accepts, so that every size fits in an int.
inline constexpr std::size_t max_base64_bytes = std::size_t{512} << 20;

/// Base64 with padding (RFC 4648, section 4). Throws std::length_error over max_base64_bytes.
std::string to_base64(std::string_view bytes);

/// The inverse; none for any other text, so that equal bytes never have two texts.
std::optional<std::string> from_base64(std::string_view text);

} // namespace verbatim::core::jobs
