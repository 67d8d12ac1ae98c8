#pragma once

#include "registry/settings.hpp"
#include "settings/setting_problem.hpp"

#include "verbatim/sdk/operation.hpp"

#include <deque>
#include <memory>
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
};

/// The operations by verb and path. Filled at start; read by all threads afterwards. Entries do not move.
class operation_table
{
public:
    /// Reserves a path of the server, for all verbs.
    void reserve(std::string path);

    /// Adds an operation, or returns why it cannot be served ("hello: POST /v1/hello is already …"). Builds its
    /// schemas, so that a mistake in a declaration is reported at start and not at the first call.
    std::vector<std::string> add(const std::string& plugin, std::unique_ptr<sdk::operation> operation);

    /// Null if there is none.
    const registered_operation* find(std::string_view verb, std::string_view path) const noexcept;

    const std::deque<registered_operation>& operations() const noexcept { return operations_; }
    std::vector<sdk::descriptor>            descriptors() const;

    /// Applies OPERATION_DEADLINE_SECONDS and OPERATION_OUTPUT_TOKENS. Returns their problems; a value with a problem
    /// has no effect. Call after the last add().
    core::settings::setting_problems apply(const settings& config);

private:
    registered_operation* find_by_name(std::string_view name) noexcept;

    std::deque<registered_operation> operations_;
    std::vector<std::string>         reserved_;
};

} // namespace verbatim::core::registry
