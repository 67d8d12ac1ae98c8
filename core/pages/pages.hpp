#pragma once

#include "http/static_resource.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace verbatim::core::pages {

/// What people look at, ready to be served from memory: the document under /openapi.json, also compressed, and every
/// file below `assets`, which holds a folder for each page: docs/start.js is served as /docs/start.js, docs/index.html
/// as /docs. A file beside it with .br or .gz added is the same in that coding. Throws std::runtime_error with one
/// sentence that names what cannot be read or is missing.
std::vector<http::static_resource> load_pages(std::string document, const std::filesystem::path& assets);

} // namespace verbatim::core::pages
