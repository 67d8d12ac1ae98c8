// A plugin that adds no operation.
#include "verbatim/sdk/plugin.hpp"

VERBATIM_PLUGIN(plugin) { (void)plugin; }
