#pragma once

#include "app/configuration.hpp"
#include "settings/command_line.hpp"
#include "settings/setting_problem.hpp"

#include "verbatim/sdk/log.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::core::app {

/// What is stored of a tenant, or was deleted.
struct erasure_result
{
    std::vector<std::pair<std::string, std::int64_t>> rows;     ///< by table, and of the outbox
    std::vector<std::string>                          notes;    ///< what was done, and what may be elsewhere
    settings::setting_problems                        problems; ///< why nothing was deleted
};

/// Counts the rows of a tenant in the database and in the outbox of this STATE_DIR. If the command is confirmed and
/// nothing may add rows, deletes them. Throws settings::setting_error. Blocks.
erasure_result erase_tenant(const configuration& config, const settings::command_line& command, sdk::log& log);

} // namespace verbatim::core::app
