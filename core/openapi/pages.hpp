#pragma once

#include "http/page.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace verbatim::core::openapi {

/// The document under /openapi.json and the viewer under /docs, ready to be served from memory. `assets` is the folder
/// that holds the viewer's files; throws std::runtime_error with one sentence that names a file that cannot be read.
std::vector<http::page> pages(std::string document, const std::filesystem::path& assets);

} // namespace verbatim::core::openapi
