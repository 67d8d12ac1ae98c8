#pragma once

#include <filesystem>
#include <string>

namespace verbatim::core::app {

/// The content of etc/verbatim.toml: every setting of the server and of the plugins in the folder. Throws
/// settings::setting_error if a plugin cannot be opened.
std::string sample_configuration(const std::filesystem::path& plugins);

} // namespace verbatim::core::app
