#pragma once

#include "registry/plugin_counters.hpp"
#include "registry/plugin_file.hpp"
#include "registry/settings.hpp"
#include "settings/setting_problem.hpp"

#include "verbatim/sdk/abi.hpp"
#include "verbatim/sdk/operation.hpp"

#include <cstdint>
#include <deque>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::registry {

/// An operation and its plugin.
struct registered_operation
{
    std::string                     plugin;     ///< name of the plugin
    sdk::descriptor                 descriptor; ///< its texts live in the plugin, which is never closed
    std::unique_ptr<sdk::operation> operation;
    std::uint32_t                   sdk_version; ///< of the plugin
};

/// A plugin that could not be loaded, with PLUGINS_ON_ERROR=skip.
struct skipped_plugin
{
    std::string        name;
    std::vector<route> routes; ///< of its operations, as far as they are known; none is served by another plugin
};

/// The operations by verb and path. Filled at start; read by all threads afterwards. Entries do not move.
class operation_table
{
public:
    /// Reserves a path of the server, for all verbs.
    void reserve(std::string path);

    /// Reserves the name of an operation of the server.
    void reserve_name(std::string_view name);

    /// Adds an operation, or returns why it cannot be served ("hello: POST /v1/hello is already …"). Builds its
    /// schemas, so that a mistake in a declaration is reported at start and not at the first call.
    std::vector<std::string> add(const std::string& plugin, std::unique_ptr<sdk::operation> operation,
                                 std::uint32_t sdk_version = sdk::sdk_version);

    /// Takes out the operations and counters of the plugin that was added last.
    void remove_last(const std::string& plugin);

    /// Adds a plugin that was skipped. Ignores routes that are served, reserved or no routes. Call after the last
    /// add().
    void skip(skipped_plugin plugin);

    const std::vector<skipped_plugin>& skipped() const noexcept { return skipped_; }

    /// Null if there is none.
    const registered_operation* find(std::string_view verb, std::string_view path) const noexcept;

    const std::deque<registered_operation>& operations() const noexcept { return operations_; }
    std::vector<sdk::descriptor>            descriptors() const;

    /// Names of the operations of plugins with an earlier version of the SDK than the server's.
    std::set<std::string_view> names_of_earlier_sdks() const;

    /// Applies OPERATION_DEADLINE_SECONDS and OPERATION_OUTPUT_TOKENS. Returns their problems; a value with a problem
    /// has no effect. With skipped plugins, an unknown name may be of their operations, and is no problem. Call after
    /// the last skip().
    core::settings::setting_problems apply(const settings& config);

    /// Of the plugins, for their operations.
    plugin_counters&       counters() noexcept { return counters_; }
    const plugin_counters& counters() const noexcept { return counters_; }

private:
    registered_operation* find_by_name(std::string_view name) noexcept;

    plugin_counters                  counters_; ///< before the operations, which refer to them
    std::deque<registered_operation> operations_;
    std::vector<std::string>         reserved_; ///< paths
    std::set<std::string>            reserved_names_;
    std::vector<skipped_plugin>      skipped_;
};

} // namespace verbatim::core::registry
