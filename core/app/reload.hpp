#pragma once

#include "settings/command_line.hpp"

namespace verbatim::core::log {
class journal;
}

namespace verbatim::core::app {

class host;

/// What a running server takes over from its settings when it is told to read them again: the keys, the prices, the log
/// level and the TLS files. Each by itself: one that cannot be used is an ERROR line that names the setting, and the
/// old one stays. No call is disturbed. Everything else waits for the next start.
void reload(const settings::command_line& asked, host& running, log::journal& lines);

} // namespace verbatim::core::app
