#pragma once

#include "app/configuration.hpp"

#include "verbatim/sdk/log.hpp"

#include <string>
#include <vector>

namespace verbatim::core::app {

/// What only shows when the settings are put to use: files that cannot be read, keys that make no sense, a database of
/// another kind. One sentence each; nothing is opened for writing and no port is bound.
std::vector<std::string> check(const configuration& config, sdk::log& log);

} // namespace verbatim::core::app
