#pragma once

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <boost/json/object.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::registry {

/// What follows a plugin that cannot be loaded.
enum class load_error_action
{
    stop,
    skip,
};
sdk::enum_values declare(load_error_action);

struct settings
{
    sdk::path                               folders; ///< separated by ':'; see plugins_folders
    std::optional<std::vector<std::string>> enabled; ///< absent: all in the folders
    load_error_action                       on_error = load_error_action::stop;
    boost::json::object                     deadlines;     ///< seconds by name of operation
    boost::json::object                     output_tokens; ///< of a model call, by name of operation
};

/// The plugins of a release, sorted. Without PLUGINS_ENABLED, a missing one is logged as a warning.
inline constexpr std::string_view shipped[]{"analyze_bulk", "assign_codes",  "coding_agreement", "detect_sensitive",
                                            "remote",       "suggest_codes", "summarize",        "usage"};

void declare(sdk::schema_builder& schema, settings& settings);

/// The folders that are searched for plugins, in order. An empty entry, and so an empty setting, is
/// ../lib/verbatim/plugins relative to the program's file: build trees and installations need no setting.
std::vector<std::filesystem::path> plugins_folders(const settings& settings);

} // namespace verbatim::core::registry
