#include "operation.hpp"
#include "settings.hpp"

#include "verbatim/sdk/plugin.hpp"

VERBATIM_PLUGIN(plugin)
{
    plugin.add<verbatim::analyze_bulk::operation>(plugin.settings<verbatim::analyze_bulk::settings>());
}
