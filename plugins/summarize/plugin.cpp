#include "operations.hpp"

#include "verbatim/sdk/plugin.hpp"

VERBATIM_PLUGIN(plugin)
{
    plugin.add<verbatim::summarize::summarize_record>();
    plugin.add<verbatim::summarize::summarize_bulk>();
}
