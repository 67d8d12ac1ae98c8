#include "registry/settings.hpp"

#include <ranges>

namespace verbatim::core::registry {

sdk::enum_values declare(load_error_action)
{
    return {"PluginErrorAction",
            {{"stop", load_error_action::stop, "The start stops."},
             {"skip", load_error_action::skip, "The server starts without the plugin."}}};
}

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("PluginSettings", "Which operations are served.");

    schema
        .optional("PLUGINS_DIR", settings.folders,
                  "Folders that hold plugins, separated by ':'; an empty entry is lib/verbatim/plugins beside the "
                  "program's own folder, which is also the default.")
        .example(":/opt/our-plugins");
    schema
        .optional(
            "PLUGINS_ENABLED", settings.enabled,
            "Names of the plugins to load, each NAME.so in one of the folders. By default every plugin found there "
            "is loaded, and a plugin of this release that is missing is logged as a warning.")
        .example(R"(["analyze_bulk","summarize"])");
    schema.optional("PLUGINS_ON_ERROR", settings.on_error,
                    "What follows a plugin that cannot be loaded: 'stop' prevents the start; 'skip' starts without the "
                    "plugin, answers its listed routes with 503 and sets verbatim_plugin_skipped.");
    schema
        .optional("OPERATION_DEADLINE_SECONDS", settings.deadlines,
                  "Maximum duration of an operation, in seconds, 10 to 86400: a JSON object with names of operations. "
                  "Default: those of docs/reference/limits.md#operations. Raise them for a slow model.")
        .example(R"({"summarize":600,"analyze_bulk":3600})");
    schema
        .optional(
            "OPERATION_OUTPUT_TOKENS", settings.output_tokens,
            "Maximum tokens of an output of a model call, reasoning aside: a JSON object with names of operations. "
            "LLM_MAX_OUTPUT_TOKENS limits them. Raise them if outputs are cut.")
        .example(R"({"summarize":4096})");
}

std::vector<std::filesystem::path> plugins_folders(const settings& settings)
{
    std::vector<std::filesystem::path> folders;
    for (const auto entry : std::views::split(std::string_view{settings.folders.text}, ':'))
        folders.emplace_back(std::string_view{entry.begin(), entry.end()});
    if (folders.empty()) folders.emplace_back();
    for (auto& folder : folders)
        if (folder.empty())
            folder =
                std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "lib/verbatim/plugins";
    return folders;
}

} // namespace verbatim::core::registry
