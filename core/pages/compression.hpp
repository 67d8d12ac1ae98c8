#pragma once

#include "http/static_resource.hpp"

#include <string_view>
#include <vector>

namespace verbatim::core::pages {

/// A text that is known only when the program runs, in the codings that browsers take, the smaller first; a coding
/// that would not make it smaller is left out. Takes some milliseconds for each megabyte. zlib and Brotli stop here.
/// Throws std::runtime_error when a library has no memory left.
std::vector<http::encoded_body> compress(std::string_view text);

} // namespace verbatim::core::pages
