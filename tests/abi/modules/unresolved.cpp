// A plugin with an unresolved symbol.
#include "operation.hpp"

void nobody_has_this_function();

VERBATIM_PLUGIN(plugin)
{
    nobody_has_this_function();
    plugin.add<sample::operation>();
}
