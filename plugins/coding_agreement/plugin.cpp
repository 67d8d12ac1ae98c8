#include "operation.hpp"

#include "verbatim/sdk/plugin.hpp"

VERBATIM_ROUTES("POST /v1/coding-agreement")
VERBATIM_PLUGIN(plugin) { plugin.add<verbatim::coding_agreement::operation>(); }
