#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace verbatim::core::settings {

/// Removes these variables from the environment of the process. Overwrites their values in place, because
/// /proc/PID/environ shows the original memory. Returns the names of the variables that were set. Call while no other
/// thread uses the environment.
std::set<std::string, std::less<>> erase_environment_variables(const std::set<std::string, std::less<>>& names);

/// The names of all variables of the process. Call while no other thread changes the environment.
std::vector<std::string> environment_names();

} // namespace verbatim::core::settings
