#pragma once

#include "http/static_resource.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace verbatim::core::pages {

/// The static resources, loaded into memory: the OpenAPI document at /openapi.json, also compressed, and every file
/// below `assets`, which holds one folder per page. docs/start.js is served as /docs/start.js, docs/index.html as
/// /docs. A file with .br or .gz added is its encoded form. Throws std::runtime_error with a sentence that names the
/// file.
std::vector<http::static_resource> load_pages(std::string document, const std::filesystem::path& assets);

} // namespace verbatim::core::pages
