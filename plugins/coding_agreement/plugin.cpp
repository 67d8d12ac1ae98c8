#include "operation.hpp"

#include "verbatim/sdk/plugin.hpp"

VERBATIM_PLUGIN(plugin) { plugin.add<verbatim::coding_agreement::operation>(); }
