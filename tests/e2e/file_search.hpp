#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace verbatim::e2e {

/// Names of all files below the folder that contain the text. A running program may create and remove files meanwhile.
std::vector<std::string> files_with(const std::filesystem::path& folder, const std::string& text);

} // namespace verbatim::e2e
