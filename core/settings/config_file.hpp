#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace verbatim::core::settings {

/// Setting names and values, as text.
using setting_values = std::map<std::string, std::string, std::less<>>;

/// Reads a TOML file whose keys are names of settings. Typed values become the text that an environment variable would
/// contain; arrays and tables become JSON text. Throws setting_error with the path of the file.
setting_values read_config_file(const std::filesystem::path& path);

/// The same for any TOML file. Throws setting_error with the name of the setting.
setting_values read_toml_file(std::string_view setting, const std::filesystem::path& path);

} // namespace verbatim::core::settings
