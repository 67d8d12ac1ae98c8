#pragma once

#include "extractive/language.hpp"

#include <string>
#include <string_view>

namespace verbatim::core::extractive {

/// What a word and its inflections share, as far as cutting endings (in Arabic also clitics) finds it: `vaccine` and
/// `vaccines`, `مياه` and `والمياه`. A key for comparing, not a word to show. `folded` is case-folded, and without
/// accents where it is Latin.
std::string stem(std::string_view folded, language lang);

/// The number of code points of valid UTF-8.
std::size_t code_points(std::string_view text) noexcept;

} // namespace verbatim::core::extractive
