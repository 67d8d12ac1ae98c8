#pragma once

#include "app/configuration.hpp"
#include "registry/operation_table.hpp"
#include "settings/setting_problem.hpp"

#include "verbatim/sdk/log.hpp"

namespace verbatim::core::app {

/// Problems that appear only when settings are used, such as unreadable files or invalid keys. Writes no file and binds
/// no port; logs warnings, for example about short keys.
settings::setting_problems check(const configuration& config, const registry::operation_table& operations,
                                 sdk::log& log);

} // namespace verbatim::core::app
