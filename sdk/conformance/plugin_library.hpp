#pragma once

#include "verbatim/sdk/operation.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace verbatim::conformance {

/// A plugin, opened in this process and loaded with settings of the environment. Never closed, as in the server.
class plugin_library
{
public:
    /// Throws std::runtime_error with the reason why it cannot be loaded.
    explicit plugin_library(const std::filesystem::path& file);

    const std::vector<std::unique_ptr<sdk::operation>>& operations() const noexcept { return operations_; }

    /// The settings of the plugin that the environment has, with NAME_FILE of secrets; for a server.
    const std::map<std::string, std::string>& settings() const noexcept { return settings_; }

private:
    std::map<std::string, std::string>           settings_;
    std::vector<std::unique_ptr<sdk::operation>> operations_;
};

} // namespace verbatim::conformance
