#include "operation.hpp"

#include "verbatim/sdk/call.hpp"

namespace sample {

namespace sdk = verbatim::sdk;

void declare(sdk::schema_builder& schema, request& request)
{
    schema.name("HelloRequest", "A name to greet.");
    schema.optional("name", request.name, "A name.");
}

void declare(sdk::schema_builder& schema, response& response)
{
    schema.name("HelloResponse", "A greeting.");
    schema.field("greeting", response.greeting, "The greeting.");
}

sdk::descriptor operation::describe() const { return {.name = "hello", .path = "/v1/hello", .summary = "Greets"}; }

sdk::task<response> operation::run(sdk::call&, const request& request) const
{
    co_return response{"Hello, " + request.name};
}

} // namespace sample
