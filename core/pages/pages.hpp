#pragma once

#include "http/static_resource.hpp"

#include <filesystem>
#include <string_view>
#include <vector>

namespace verbatim::core::pages {

/// Loads the static resources into memory: the OpenAPI document at /openapi.json, also compressed, and all files of the
/// page folders below `assets`. docs/index.html is served as /docs, docs/start.js as /docs/start.js. A file NAME.br or
/// NAME.gz is the encoded form of NAME. If there is a NAME.gz, NAME is decompressed from it when a client first
/// requests it without an encoding, and then kept. Throws std::runtime_error that names the file.
std::vector<http::static_resource> load_pages(std::string_view document, const std::filesystem::path& assets);

} // namespace verbatim::core::pages
