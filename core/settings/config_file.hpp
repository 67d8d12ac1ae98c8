#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace verbatim::core::settings {

/// Names and texts, as the environment would hold them.
using setting_values = std::map<std::string, std::string, std::less<>>;

/// Reads a configuration file: TOML whose keys are the names of settings. A typed value becomes the text that the
/// environment would hold, an array or a table its JSON text. Throws wrong when it cannot be read or is no TOML: the
/// sentence names the file and the place, and quotes nothing of it.
setting_values read_config_file(const std::filesystem::path& path);

} // namespace verbatim::core::settings
