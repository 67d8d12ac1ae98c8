#pragma once

#include <filesystem>

namespace verbatim::core::app {

/// Where the program finds what belongs to it without any setting: relative to itself, in the build tree as in an
/// installation.
struct places
{
    std::filesystem::path plugins; ///< lib/verbatim/plugins
    std::filesystem::path pages;   ///< share/verbatim/pages
};

places beside_this_program();

} // namespace verbatim::core::app
