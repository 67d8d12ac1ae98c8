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

/// Reloads log level, API keys, prices, limits of tenants and TLS files; other settings need a restart. Each is
/// reloaded separately: an invalid value is logged and the old value stays. Nothing is reloaded if the configuration
/// file is invalid TOML or has a key that `is_known` rejects, because a misspelled setting looks like a removed
/// setting. API keys in `environment_secrets`, the secrets that the environment set at start, stay in effect: their
/// variable is erased.
void reload(const settings::command_line& command, const std::function<bool(std::string_view)>& is_known,
            const std::set<std::string, std::less<>>& environment_secrets, host& server, log::logger& logger);

} // namespace verbatim::core::app
