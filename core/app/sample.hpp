#pragma once

#include <filesystem>
#include <string>

namespace verbatim::core::app {

/// etc/verbatim.toml: every setting of the host and of the plugins in the folder. Throws std::runtime_error when a
/// plugin cannot be opened.
std::string sample_configuration(const std::filesystem::path& plugins);

} // namespace verbatim::core::app
