#include "verbatim/sdk/json_text.hpp"

#include <string>

namespace hello {

struct request
{
    int padding = 0;
    int count   = 7;
};
void declare(verbatim::sdk::declaration& wire, request& asked)
{
    wire.is("HelloRequest", "A type whose name another library has too.");
    wire.skips(asked.padding);
    wire.takes("count", asked.count, "How often.");
}

} // namespace hello

extern "C" __attribute__((visibility("default"))) const verbatim::sdk::table* twin_table()
{
    return &verbatim::sdk::declared<hello::request>();
}
