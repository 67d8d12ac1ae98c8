#include "verbatim/sdk/json_text.hpp"

#include <string>

namespace hello {

struct request
{
    std::string name;
};
void declare(verbatim::sdk::schema_builder& schema, request& request)
{
    schema.name("HelloRequest", "A type whose name another library has too.");
    schema.required("name", request.name, "Who is greeted.");
}

} // namespace hello

extern "C" __attribute__((visibility("default"))) const verbatim::sdk::object_schema* twin_table()
{
    return &verbatim::sdk::schema_of<hello::request>();
}
