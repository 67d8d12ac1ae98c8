#include "operation.hpp"

#include "verbatim/sdk/plugin.hpp"

VERBATIM_ROUTES("POST /v1/hello")
VERBATIM_PLUGIN(plugin, HELLO_READER) { plugin.add<hello::operation>(plugin.settings<hello::settings>()); }
