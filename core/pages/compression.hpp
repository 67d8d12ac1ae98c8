#pragma once

#include "http/static_resource.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::pages {

/// Compresses a text as gzip and Brotli, smallest result first. Omits results that are not smaller than the text.
/// Takes about 20 ms per megabyte. Throws std::runtime_error when out of memory.
std::vector<http::encoded_body> compress(std::string_view text);

/// The text of a gzip body, which has `size` bytes. The first call takes about 4 ms per megabyte; the text is kept, so
/// that nobody can make the server decompress it again and again. Throws std::runtime_error if the body is damaged.
http::body_source decompressed_at_first_use(std::shared_ptr<const std::string> gzip_body, std::size_t size);

} // namespace verbatim::core::pages
