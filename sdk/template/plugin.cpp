#include "operation.hpp"

#include "verbatim/sdk/plugin.hpp"

VERBATIM_PLUGIN(plugin) { plugin.add<hello::operation>(plugin.settings<hello::settings>()); }
