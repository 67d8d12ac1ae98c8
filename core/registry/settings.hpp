#pragma once

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::registry {

struct settings
{
    sdk::path                               folders; ///< separated by ':'; see plugins_folders
    std::optional<std::vector<std::string>> enabled; ///< absent: all that are there
};

/// The plugins of a release, in the order of names. One that is missing where none were named is worth a warning.
inline constexpr std::string_view shipped[]{"analyze_bulk", "assign_codes", "detect_sensitive", "summarize", "usage"};

void declare(sdk::schema_builder& schema, settings& settings);

/// The folders that are searched for plugins, in order. An empty entry, and so an empty setting, is
/// ../lib/verbatim/plugins seen from the program's own file: a build tree and an installation work without any setting.
std::vector<std::filesystem::path> plugins_folders(const settings& settings);

} // namespace verbatim::core::registry
