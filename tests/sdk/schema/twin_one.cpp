#include "verbatim/sdk/json_text.hpp"

#include <string>

namespace hello {

struct request
{
    std::string name;
};
void declare(verbatim::sdk::declaration& wire, request& asked)
{
    wire.is("HelloRequest", "A type whose name another library has too.");
    wire.needs("name", asked.name, "Who is greeted.");
}

} // namespace hello

extern "C" __attribute__((visibility("default"))) const verbatim::sdk::table* twin_table()
{
    return &verbatim::sdk::declared<hello::request>();
}
