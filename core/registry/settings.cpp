#include "registry/settings.hpp"

namespace verbatim::core::registry {

void declare(sdk::declaration& wire, settings& one)
{
    wire.is("PluginSettings", "Which operations are served.");

    wire.takes("PLUGINS_DIR", one.folder,
               "Folder of the plugins; when empty, lib/verbatim/plugins beside the program's own folder.")
        .example("/usr/lib/verbatim/plugins");
    wire.takes("PLUGINS_ENABLED", one.enabled,
               "Names of the plugins to open, each NAME.so in that folder; when not set, all that are there, and "
               "a warning for each of this release that is not.")
        .example(R"(["analyze_bulk","summarize"])");
}

std::filesystem::path plugins_folder(const settings& one)
{
    if (!one.folder.empty()) return one.folder.text;
    return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "lib/verbatim/plugins";
}

} // namespace verbatim::core::registry
