#include "registry/settings.hpp"

namespace verbatim::core::registry {

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("PluginSettings", "Which operations are served.");

    schema
        .optional("PLUGINS_DIR", settings.folder,
                  "Folder of the plugins; when empty, lib/verbatim/plugins beside the program's own folder.")
        .example("/usr/lib/verbatim/plugins");
    schema
        .optional("PLUGINS_ENABLED", settings.enabled,
                  "Names of the plugins to open, each NAME.so in that folder; when not set, all that are there, and "
                  "a warning for each of this release that is not.")
        .example(R"(["analyze_bulk","summarize"])");
}

std::filesystem::path plugins_folder(const settings& settings)
{
    if (!settings.folder.empty()) return settings.folder.text;
    return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "lib/verbatim/plugins";
}

} // namespace verbatim::core::registry
