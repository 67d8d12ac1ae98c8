#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace verbatim::feedback {

inline constexpr auto npos = std::string_view::npos;

/// The position of the closing bracket for each opening one of a Markdown text, in a single pass; npos elsewhere. A
/// blank line ends all open brackets.
std::vector<std::size_t> bracket_pairs(std::string_view text, char open, char close);

} // namespace verbatim::feedback
