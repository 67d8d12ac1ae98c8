#pragma once

#include <functional>
#include <set>
#include <string>

namespace verbatim::core::settings {

/// Removes these variables from the environment of the process. Overwrites their values in place, because
/// /proc/PID/environ shows the original memory. Returns the names of the variables that were set. Call while no other
/// thread uses the environment.
std::set<std::string, std::less<>> erase_environment_variables(const std::set<std::string, std::less<>>& names);

} // namespace verbatim::core::settings
