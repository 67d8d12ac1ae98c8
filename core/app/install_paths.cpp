#include "app/install_paths.hpp"

namespace verbatim::core::app {

install_paths find_install_paths()
{
    const auto prefix = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
    return {.plugins = prefix / "lib" / "verbatim" / "plugins", .pages = prefix / "share" / "verbatim" / "pages"};
}

} // namespace verbatim::core::app
