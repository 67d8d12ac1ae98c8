#pragma once

#include "cli/failure.hpp"

#include <string>
#include <vector>

namespace verbatim::cli {

/// Runs the command with the arguments behind its name; prints errors.
exit_status run(const std::vector<std::string>& arguments);

} // namespace verbatim::cli
