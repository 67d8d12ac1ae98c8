#pragma once

#include "verbatim/sdk/operation.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::core::registry {

/// The declared types of all operations, by name. The OpenAPI document describes each type once, so a name must mean
/// the same in all plugins. Between plugins of different versions of the SDK it may differ, because the kits, whose
/// types they share, change: the document shows the latest.
class declared_types
{
public:
    /// Adds the types of an operation of the plugin in `file`. Returns the problems: a type that another plugin
    /// declares differently, and examples that break their own rules.
    std::vector<std::string> add(const sdk::descriptor& descriptor, const std::filesystem::path& file,
                                 std::uint32_t sdk_version);

private:
    struct declaration
    {
        std::string           schema;
        std::filesystem::path file;
    };

    std::map<std::pair<std::string, std::uint32_t>, declaration> declarations_; ///< by name and version of the SDK
};

} // namespace verbatim::core::registry
