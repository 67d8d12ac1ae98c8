#include "wire.hpp"

namespace hello {

void declare(verbatim::sdk::declaration& wire, request& asked)
{
    wire.is("HelloRequest", "Who is to be greeted.");

    wire.needs("name", asked.name, "Name of a person.").at_least(1).at_most(100).screened().example("Ada");
    wire.takes("formal", asked.formal, "Whether the greeting keeps a distance.");
}

void declare(verbatim::sdk::declaration& wire, answer& given)
{
    wire.is("HelloReply", "A greeting.");

    wire.gives("greeting", given.greeting, "The greeting, plain text.").example("Good day, Ada!");
}

void declare(verbatim::sdk::declaration& wire, settings& one)
{
    wire.is("HelloSettings", "How people are greeted.");

    wire.takes("HELLO_SALUTATION", one.salutation, "The words before the name.").at_least(1);
}

} // namespace hello
