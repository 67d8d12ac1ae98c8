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

/// Decompresses a gzip body to its `size` bytes of text; takes about 4 ms per megabyte. Throws std::runtime_error if
/// the body is damaged or its text has another size.
std::string gunzip(std::string_view gzip_body, std::size_t size);

/// Returns a function that decompresses `gzip_body` at the first call and keeps the text, so that clients cannot make
/// the server decompress it again and again. `gunzip` must accept the body.
http::body_source make_lazy_body(std::shared_ptr<const std::string> gzip_body, std::size_t size);

} // namespace verbatim::core::pages
