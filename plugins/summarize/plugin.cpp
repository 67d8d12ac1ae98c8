#include "operations.hpp"

#include "verbatim/sdk/plugin.hpp"

VERBATIM_PLUGIN(plugin)
{
    plugin.add<verbatim::summarize::of_one>();
    plugin.add<verbatim::summarize::of_many>();
}
