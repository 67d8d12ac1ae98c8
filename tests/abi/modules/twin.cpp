// A plugin that serves what another one serves.
#include "operation.hpp"

VERBATIM_PLUGIN(plugin) { plugin.add<sample::operation>(); }
