#include "app/places.hpp"

namespace verbatim::core::app {

places beside_this_program()
{
    const auto prefix = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
    return {.plugins = prefix / "lib" / "verbatim" / "plugins", .pages = prefix / "share" / "verbatim" / "pages"};
}

} // namespace verbatim::core::app
