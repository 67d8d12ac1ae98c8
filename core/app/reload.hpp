#pragma once

#include "settings/command_line.hpp"

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace verbatim::core::log {
class logger;
}

namespace verbatim::core::app {

class host;

/// Reloads log level, API keys, prices and TLS files; other settings need a restart. Each is reloaded on its own: an
/// invalid value is logged and the old one stays. Nothing is reloaded from a configuration file with invalid TOML or
/// with a key that `is_known` does not accept, because a misspelled setting would look like a removed one. API keys
/// in `environment_secrets`, the secrets that the environment set at start, stay in effect: their variable is erased.
void reload(const settings::command_line& command, const std::function<bool(std::string_view)>& is_known,
            const std::set<std::string, std::less<>>& environment_secrets, host& server, log::logger& logger);

} // namespace verbatim::core::app
