#include "operation.hpp"
#include "settings.hpp"

#include "verbatim/sdk/plugin.hpp"

VERBATIM_PLUGIN(plugin)
{
    plugin.add<verbatim::detect_sensitive::operation>(plugin.settings<verbatim::detect_sensitive::settings>());
}
