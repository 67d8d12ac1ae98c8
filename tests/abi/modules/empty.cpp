// A plugin that forgot to add its operation.
#include "verbatim/sdk/plugin.hpp"

VERBATIM_PLUGIN(plugin) { (void)plugin; }
