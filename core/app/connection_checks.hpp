#pragma once

#include "app/configuration.hpp"
#include "settings/setting_problem.hpp"

#include "verbatim/sdk/log.hpp"

#include <string>
#include <vector>

namespace verbatim::core::app {

/// The results of tests.
struct check_report
{
    settings::setting_problems problems;
    std::vector<std::string>   results; ///< sentences: what works, and what was not tested
};

/// Tests what the settings name: STATE_DIR, ports, certificate, database and models. Leaves out a component that
/// `known` has a problem of, because its settings are then defaults. Creates nothing, and no call costs money. Blocks
/// for some seconds.
check_report check_connections(const configuration& config, const settings::setting_problems& known, sdk::log& log);

} // namespace verbatim::core::app
