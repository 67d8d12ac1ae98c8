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

/// A plugin that could not be loaded, with PLUGINS_ON_ERROR=skip.
struct load_failure
{
    std::string                      name;
    core::settings::setting_problems problems;
};

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

    /// Reserves the name and the types of a route of the server. Call before load().
    void reserve(const sdk::descriptor& descriptor);

    /// Opens the enabled plugins in the order of their names. A problem names a setting or the file of the plugin; the
    /// other plugins are still opened. With PLUGINS_ON_ERROR=skip, the problems of plugins are logged and not in
    /// problems(); the table has none of their operations and counters, but the routes that VERBATIM_ROUTES lists.
    /// Folders without any plugin are a problem unless PLUGINS_ENABLED is set. Without PLUGINS_ENABLED, a missing
    /// plugin of the release is logged as a warning.
    void load(const settings& settings);

    const std::vector<loaded_plugin>&       plugins() const noexcept { return plugins_; }
    const core::settings::setting_problems& problems() const noexcept { return problems_; }

    /// Names of the plugins that are present but not enabled. They are not opened.
    const std::vector<std::string>& disabled() const noexcept { return disabled_; }

    /// Plugins that could not be loaded, if they are skipped.
    const std::vector<load_failure>& skipped() const noexcept { return skipped_; }

    /// Whether a plugin that is not enabled, or was skipped, has a setting of that name.
    bool is_setting_of_disabled(std::string_view name) const;

private:
    void search(const std::vector<std::filesystem::path>& folders);
    void check_shipped(const std::string& folders);
    void open(const std::string& name, const std::filesystem::path& file, load_error_action on_error);
    void open_plugin(const std::string& name, const std::filesystem::path& file);
    void report_skipped(const load_failure& failure);

    /// Returns the problems of the plugin. The table then has none of its operations and counters.
    core::settings::setting_problems try_open(const std::string& name, const std::filesystem::path& file);

    operation_table&                             table_;
    declared_types                               types_;
    settings_reader                              settings_;
    sdk::log&                                    log_;
    std::function<void(std::string_view)>        before_open_;
    std::map<std::string, std::filesystem::path> files_; ///< of all plugins in the folders, by name
    std::vector<loaded_plugin>                   plugins_;
    core::settings::setting_problems             problems_;
    std::vector<std::string>                     disabled_;
    std::vector<load_failure>                    skipped_;
};

} // namespace verbatim::core::registry
