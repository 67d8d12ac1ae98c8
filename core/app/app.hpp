#pragma once

#include "settings/command_line.hpp"

namespace verbatim::core::app {

/// Does what the command line asks and returns the process's exit status: 0, or 1 with one sentence for each thing that
/// stops the start.
int run(const settings::command_line& command);

} // namespace verbatim::core::app
