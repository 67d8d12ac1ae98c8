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
    sdk::path                               folder;  ///< empty: see plugins_folder
    std::optional<std::vector<std::string>> enabled; ///< absent: all that are there
};

/// The plugins of a release, in the order of names. One that is missing where none were named is worth a warning.
inline constexpr std::string_view shipped[]{"analyze_bulk", "assign_codes", "detect_sensitive", "summarize", "usage"};

void declare(sdk::schema_builder& schema, settings& settings);

/// Where plugins are looked for: the folder that was set, else ../lib/verbatim/plugins seen from the program's own
/// file, so that a build tree and an installation both work without any setting.
std::filesystem::path plugins_folder(const settings& settings);

} // namespace verbatim::core::registry
