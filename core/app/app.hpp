#pragma once

#include "settings/command_line.hpp"

namespace verbatim::core::app {

/// Runs the task of the command line. Returns the exit status: 0, or 1 after printing each problem to stderr.
int run(const settings::command_line& command);

} // namespace verbatim::core::app
