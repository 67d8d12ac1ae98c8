#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::settings {

/// Setting names and values, as text.
using setting_values = std::map<std::string, std::string, std::less<>>;

/// Reads a TOML file whose keys are names of settings. Typed values become the text that an environment variable would
/// contain; arrays and tables become JSON text. Throws setting_error with the path of the file.
setting_values read_config_file(const std::filesystem::path& path);

/// The same for any TOML file. Throws setting_error with the name of the setting.
setting_values read_toml_file(std::string_view setting, const std::filesystem::path& path);

/// The files in the folder `conf.d` beside a configuration file, in the order of their names as bytes. Only names that
/// end in `.toml` and do not begin with a dot count; `ignored` gets the others. Throws setting_error if the folder
/// exists but cannot be read.
std::vector<std::filesystem::path> additional_files(const std::filesystem::path&        path,
                                                    std::vector<std::filesystem::path>* ignored = nullptr);

/// The settings of a configuration file and of its additional_files(). A later file replaces values of earlier ones: a
/// NAME also replaces NAME_FILE, and the reverse. Throws setting_error with every problem.
setting_values read_config_files(const std::filesystem::path& path);

} // namespace verbatim::core::settings
