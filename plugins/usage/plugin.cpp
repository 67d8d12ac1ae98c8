#include "operations.hpp"

#include "verbatim/sdk/plugin.hpp"

VERBATIM_ROUTES("GET /v1/usage", "GET /v1/usage/all/by-tenant", "GET /v1/usage/all/by-operation")
VERBATIM_PLUGIN(plugin)
{
    plugin.add<verbatim::usage::own_usage>();
    plugin.add<verbatim::usage::usage_by_tenant>();
    plugin.add<verbatim::usage::usage_by_operation>();
}
