#pragma once

#include <cstddef>
#include <string_view>

namespace verbatim::feedback {

/// "Character" in every rule of length means one Unicode code point.
std::size_t code_points(std::string_view utf8) noexcept;

/// The text without the Unicode white space at its ends; borrows from it.
std::string_view trimmed(std::string_view utf8);

/// Nothing in it but white space.
bool blank(std::string_view utf8);

/// As much of the beginning as holds at most `limit` code points; borrows from it.
std::string_view first_code_points(std::string_view utf8, std::size_t limit) noexcept;

} // namespace verbatim::feedback
