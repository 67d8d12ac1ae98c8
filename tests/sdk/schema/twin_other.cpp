#include "verbatim/sdk/json_text.hpp"

#include <string>

namespace hello {

struct request
{
    int padding = 0;
    int count   = 7;
};
void declare(verbatim::sdk::schema_builder& schema, request& request)
{
    schema.name("HelloRequest", "A type whose name another library has too.");
    schema.skip(request.padding);
    schema.optional("count", request.count, "How often.");
}

} // namespace hello

extern "C" __attribute__((visibility("default"))) const verbatim::sdk::object_schema* twin_table()
{
    return &verbatim::sdk::schema_of<hello::request>();
}
