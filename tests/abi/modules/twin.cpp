// A plugin with the same path as another plugin.
#include "operation.hpp"

VERBATIM_PLUGIN(plugin) { plugin.add<sample::operation>(); }
