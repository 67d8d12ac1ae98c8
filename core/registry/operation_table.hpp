#pragma once

#include "verbatim/sdk/operation.hpp"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::registry {

/// One operation and where it came from.
struct registered_operation
{
    std::string                     plugin;     ///< its plugin's name
    sdk::descriptor                 descriptor; ///< its texts live in the plugin, which is never closed
    std::unique_ptr<sdk::operation> operation;
};

/// What is served under which verb and path. Filled at start; read by all threads afterwards. Entries do not move.
class operation_table
{
public:
    /// A path that the server keeps for itself, whatever the verb.
    void reserve(std::string path);

    /// Adds an operation, or says why it cannot be served, as sentences about it ("hello: POST /v1/hello is already
    /// …"). Its declared tables are made here, so that an author's mistake shows at start and not at the first call.
    std::vector<std::string> add(const std::string& plugin, std::unique_ptr<sdk::operation> operation);

    /// Null when nothing is served there.
    const registered_operation* find(std::string_view verb, std::string_view path) const noexcept;

    const std::deque<registered_operation>& operations() const noexcept { return operations_; }

private:
    std::deque<registered_operation> operations_;
    std::vector<std::string>         reserved_;
};

} // namespace verbatim::core::registry
