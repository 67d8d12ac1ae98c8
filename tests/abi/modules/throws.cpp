// A load function that throws: an exception, or with a definition what is none.
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
