#pragma once

#include "verbatim/sdk/operation.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace verbatim::core::registry {

/// The declared types of all operations, by name. The OpenAPI document describes each type once, so a name must mean
/// the same in all plugins.
class declared_types
{
public:
    /// Adds the types of an operation of the plugin in `file`. Returns the problems: a type that another plugin
    /// declares differently, and examples that break their own rules.
    std::vector<std::string> add(const sdk::descriptor& descriptor, const std::filesystem::path& file);

private:
    struct declaration
    {
        std::string           schema;
        std::filesystem::path file;
    };

    std::map<std::string, declaration> declarations_;
};

} // namespace verbatim::core::registry
