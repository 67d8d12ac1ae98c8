#pragma once

#include <filesystem>

namespace verbatim::core::app {

/// Places of the installation, relative to the executable. The build tree has the same layout.
struct install_paths
{
    std::filesystem::path plugins;      ///< lib/verbatim/plugins
    std::filesystem::path pages;        ///< share/verbatim/pages
    std::filesystem::path word_vectors; ///< share/verbatim/word_vectors, a file
};

/// Throws std::filesystem::filesystem_error without a /proc.
install_paths find_install_paths();

} // namespace verbatim::core::app
