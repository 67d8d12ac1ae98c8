#pragma once

#include "settings/setting_problem.hpp"

#include <span>
#include <string>
#include <string_view>

namespace verbatim::core::settings {

/// Whether an earlier version had this setting, and this one has a constant in its place.
bool is_removed(std::string_view name);

/// One warning for each removed setting among `names`, with the value that applies now. A configuration that still
/// names one works.
setting_problems removed_settings(std::span<const std::string> names);

} // namespace verbatim::core::settings
