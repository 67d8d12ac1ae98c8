#pragma once

#include "registry/operation_table.hpp"
#include "registry/settings.hpp"

#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/schema.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::registry {

struct loaded_plugin
{
    std::string                              name; ///< its file's stem, as PLUGINS_ENABLED spells it
    std::filesystem::path                    file;
    std::vector<const registered_operation*> operations; ///< in the table
};

/// How a plugin's settings are read: a table and a default-made value in, sentences about what is wrong out.
using settings_reader = std::function<std::vector<std::string>(const sdk::object_schema&, void*)>;

/// Opens plugins and takes their operations. What it opened stays open until the process ends: frames, deleters,
/// exceptions and Asio's services may point into a library for longer than anyone can tell. Used at start, on one
/// thread.
class loader
{
public:
    /// All are borrowed.
    loader(operation_table& table, settings_reader settings, sdk::log& log);

    /// Opens what the settings name, in the order of names; each failure is one sentence in problems(), which names the
    /// setting or the file and says what to do, and the others are still tried. A folder without any plugin is a
    /// failure unless no plugin is asked for; a plugin of the release that is not there, where none were named, is told
    /// by a WARNING line.
    void load(const settings& settings);

    const std::vector<loaded_plugin>& plugins() const noexcept { return plugins_; }
    const std::vector<std::string>&   problems() const noexcept { return problems_; }

    /// Names of the plugins that are in the folder and not enabled. They are not opened.
    const std::vector<std::string>& disabled() const noexcept { return disabled_; }

    /// Whether a plugin that was left closed has a setting of that name.
    bool is_setting_of_disabled(std::string_view name) const;

private:
    void check_shipped(const std::vector<std::string>& present);
    void open(const std::string& name, const std::filesystem::path& file);

    operation_table&           table_;
    settings_reader            settings_;
    sdk::log&                  log_;
    std::filesystem::path      folder_;
    std::vector<loaded_plugin> plugins_;
    std::vector<std::string>   problems_;
    std::vector<std::string>   disabled_;
};

} // namespace verbatim::core::registry
