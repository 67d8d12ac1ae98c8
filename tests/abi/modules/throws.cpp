// A load function that throws an exception, or with NO_EXCEPTION another object.
#include "operation.hpp"

#include <stdexcept>

VERBATIM_ROUTES("POST /v1/hello", "GET /v1/hello-count", "POST /v1/health", "PUT /v1/x", "POST v1/y", "", "POST")
VERBATIM_PLUGIN(plugin)
{
    plugin.add_counter({.name = "loads", .help = "Loads."}).increment();
    plugin.add<sample::operation>();
#ifdef NO_EXCEPTION
    throw 42;
#else
    throw std::runtime_error{"the model file is missing"};
#endif
}
