#pragma once

#include <filesystem>

namespace verbatim::core::app {

/// Where the program finds what belongs to it without any setting: relative to itself, in the build tree as in an
/// installation.
struct install_paths
{
    std::filesystem::path plugins; ///< lib/verbatim/plugins
    std::filesystem::path pages;   ///< share/verbatim/pages
};

install_paths find_install_paths();

} // namespace verbatim::core::app
