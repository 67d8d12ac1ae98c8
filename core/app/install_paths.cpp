#include "app/install_paths.hpp"

namespace verbatim::core::app {

install_paths find_install_paths()
{
    const auto prefix = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
    const auto data   = prefix / "share" / "verbatim";
    return {.plugins      = prefix / "lib" / "verbatim" / "plugins",
            .pages        = data / "pages",
            .word_vectors = data / "word_vectors"};
}

} // namespace verbatim::core::app
