#include "operations.hpp"

#include "verbatim/sdk/plugin.hpp"

VERBATIM_PLUGIN(plugin)
{
    plugin.add<verbatim::usage::own_usage>();
    plugin.add<verbatim::usage::usage_by_tenant>();
    plugin.add<verbatim::usage::usage_by_operation>();
}
