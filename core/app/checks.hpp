#pragma once

#include "app/configuration.hpp"
#include "registry/operation_table.hpp"
#include "settings/setting_problem.hpp"

#include "verbatim/sdk/log.hpp"

#include <string>
#include <vector>

namespace verbatim::core::app {

/// Problems that appear only when settings are used, such as unreadable files or invalid keys. Writes no file and binds
/// no port; logs warnings, for example about short keys.
settings::setting_problems check(const configuration& config, const registry::operation_table& operations,
                                 sdk::log& log);

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
