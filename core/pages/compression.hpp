#pragma once

#include "http/static_resource.hpp"

#include <string_view>
#include <vector>

namespace verbatim::core::pages {

/// Compresses a text that is known only at run time, in the encodings that browsers accept, the smaller first. An
/// encoding that saves nothing is left out. Takes some milliseconds per megabyte. Throws std::runtime_error when a
/// library has no memory left.
std::vector<http::encoded_body> compress(std::string_view text);

} // namespace verbatim::core::pages
