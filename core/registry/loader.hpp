#pragma once

#include "registry/declared_types.hpp"
#include "registry/operation_table.hpp"
#include "registry/settings.hpp"
#include "settings/setting_problem.hpp"

#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/schema.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::registry {

struct loaded_plugin
{
    std::string                              name; ///< stem of its file name, as in PLUGINS_ENABLED
    std::filesystem::path                    file;
    std::vector<const registered_operation*> operations; ///< in the table
    const void*                              address;    ///< of its entry, in the opened library
};

/// Reads a plugin's settings into a default-constructed value, and returns the problems.
using settings_reader = std::function<core::settings::setting_problems(const sdk::object_schema&, void*)>;

/// Opens plugins and adds their operations to the table. Libraries stay open until the process ends, because coroutine
/// frames, deleters, exceptions and Asio's services may point into them. Used at start, on one thread.
class loader
{
public:
    /// The references are borrowed. `before_open` is called with the name of each plugin before its code runs.
    loader(operation_table& table, settings_reader settings, sdk::log& log,
           std::function<void(std::string_view)> before_open = {});

    /// Opens the enabled plugins in the order of their names. A problem names a setting or the file of the plugin; the
    /// other plugins are still opened. Folders without any plugin are a problem unless PLUGINS_ENABLED is set. Without
    /// PLUGINS_ENABLED, a missing plugin of the release is logged as a warning.
    void load(const settings& settings);

    const std::vector<loaded_plugin>&       plugins() const noexcept { return plugins_; }
    const core::settings::setting_problems& problems() const noexcept { return problems_; }

    /// Names of the plugins that are present but not enabled. They are not opened.
    const std::vector<std::string>& disabled() const noexcept { return disabled_; }

    /// Whether a plugin that is not enabled has a setting of that name.
    bool is_setting_of_disabled(std::string_view name) const;

private:
    void search(const std::vector<std::filesystem::path>& folders);
    void check_shipped(const std::string& folders);
    void open(const std::string& name, const std::filesystem::path& file);

    operation_table&                             table_;
    declared_types                               types_;
    settings_reader                              settings_;
    sdk::log&                                    log_;
    std::function<void(std::string_view)>        before_open_;
    std::map<std::string, std::filesystem::path> files_; ///< of all plugins in the folders, by name
    std::vector<loaded_plugin>                   plugins_;
    core::settings::setting_problems             problems_;
    std::vector<std::string>                     disabled_;
};

} // namespace verbatim::core::registry
