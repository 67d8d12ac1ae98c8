// A load function that throws an exception, or with NO_EXCEPTION another object.
#include "operation.hpp"

#include <stdexcept>

VERBATIM_PLUGIN(plugin)
{
    plugin.add<sample::operation>();
#ifdef NO_EXCEPTION
    throw 42;
#else
    throw std::runtime_error{"the model file is missing"};
#endif
}
