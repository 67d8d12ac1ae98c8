#include "operation.hpp"

#include "verbatim/sdk/call.hpp"

namespace sample {

namespace sdk = verbatim::sdk;

void declare(sdk::declaration& wire, question& asked)
{
    wire.is("HelloRequest", "Who is greeted.");
    wire.takes("name", asked.name, "A name.");
}

void declare(sdk::declaration& wire, answer& given)
{
    wire.is("HelloReply", "A greeting.");
    wire.gives("greeting", given.greeting, "The greeting.");
}

sdk::descriptor operation::describe() const
{
    return {.name    = "hello",
            .path    = "/v1/hello",
            .summary = "Greets",
            .asks    = sdk::type_of<question>(),
            .answers = sdk::type_of<answer>()};
}

sdk::task<sdk::reply> operation::run(sdk::call& call)
{
    co_return sdk::ok(answer{"Hello, " + call.asked<question>().name});
}

} // namespace sample
