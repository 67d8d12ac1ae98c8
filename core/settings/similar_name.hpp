#pragma once

#include "settings/setting_problem.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace verbatim::core::settings {

/// Letters to insert, delete, replace, or exchange with their neighbour (optimal string alignment).
std::size_t edit_distance(std::string_view left, std::string_view right);

/// The setting in `known` that `name` probably misspells: it differs in case, in one letter or two neighbours, or in
/// two letters of a long name, or it adds _FILE. None if there is none.
std::optional<std::string> similar_name(std::string_view name, const std::set<std::string, std::less<>>& known);

/// One problem for each environment variable that resembles a setting in `known` and is itself neither in `known` nor
/// accepted by `is_known`. Other variables belong to other programs.
setting_problems misspelled_variables(std::span<const std::string>                 names,
                                      const std::set<std::string, std::less<>>&    known,
                                      const std::function<bool(std::string_view)>& is_known);

/// Whether an earlier version had this setting, and this one has a constant in its place.
bool is_removed(std::string_view name);

/// One warning for each removed setting among `names`, with the value that applies now. A configuration that still
/// names one works.
setting_problems removed_settings(std::span<const std::string> names);

} // namespace verbatim::core::settings
