#pragma once

#include "database/connection_info.hpp"
#include "llm/settings.hpp"
#include "settings/command_line.hpp"
#include "settings/reader.hpp"

#include "verbatim/sdk/text_types.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::log {
class logger;
}

namespace verbatim::core::app {

class host;

/// The settings of the start, as far as a reload needs them. Contains no key of a caller.
struct startup_settings
{
    settings::command_line                 command;
    std::set<std::string, std::less<>>     names; ///< of all settings
    std::function<bool(std::string_view)>  is_of_disabled_plugin;
    std::vector<settings::reader::section> sections;
    settings::value_digests                values;

    std::set<std::string, std::less<>>              environment_secrets; ///< names; their variables are erased
    std::map<std::string, sdk::secret, std::less<>> reread_secrets;      ///< those of them that is_reread_secret()

    std::vector<llm::fallback_settings>                fallbacks;       ///< without keys
    std::optional<std::vector<llm::fallback_settings>> judge_fallbacks; ///< without keys
    std::vector<database::connection_info>             databases;       ///< database_connections() without passwords
};

/// A setting whose changes a reload takes over, rejects, or need not know.
struct reread_setting
{
    std::string_view name;
    bool             keeps_secret = true; ///< of the environment, to be read again together with other settings
};

std::span<const reread_setting> reread_settings() noexcept;

/// Whether the value of this secret in the environment is needed by a reload.
bool is_reread_secret(std::string_view name);

/// Reloads log level, API keys, keys of models, the password of the database, prices, limits and TLS files; other
/// settings need a restart, and the changed ones are logged by name. Each is reloaded separately: an invalid value is
/// logged and the old value stays. Nothing is reloaded if the configuration file is invalid TOML or has an
/// unknown key, because a misspelled setting looks like a removed setting. Secrets that the environment set at
/// start stay in effect.
void reload(const startup_settings& startup, host& server, log::logger& logger);

} // namespace verbatim::core::app
