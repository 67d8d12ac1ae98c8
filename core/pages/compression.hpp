#pragma once

#include "http/static_resource.hpp"

#include <string_view>
#include <vector>

namespace verbatim::core::pages {

/// Compresses a text as gzip and Brotli, smallest result first. Omits results that are not smaller than the text.
/// Takes about 20 ms per megabyte. Throws std::runtime_error when out of memory.
std::vector<http::encoded_body> compress(std::string_view text);

} // namespace verbatim::core::pages
