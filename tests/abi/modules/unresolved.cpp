// Needs a function that nobody has.
#include "operation.hpp"

void nobody_has_this_function();

VERBATIM_PLUGIN(plugin)
{
    nobody_has_this_function();
    plugin.add<sample::operation>();
}
