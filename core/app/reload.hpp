#pragma once

#include "settings/command_line.hpp"

#include <functional>
#include <string_view>

namespace verbatim::core::log {
class logger;
}

namespace verbatim::core::app {

class host;

/// What a running server takes over from its settings when it is told to read them again: the keys, the prices, the log
/// level and the TLS files. Each by itself: one that cannot be used is an ERROR line that names the setting, and the
/// old one stays. A configuration file that is no TOML, or has a key that `is_known` does not know, is refused as at
/// start: nothing is taken over, since a setting under a wrong name would look like one that was taken away. No call is
/// disturbed. Everything else waits for the next start.
void reload(const settings::command_line& command, const std::function<bool(std::string_view)>& is_known, host& server,
            log::logger& logger);

} // namespace verbatim::core::app
