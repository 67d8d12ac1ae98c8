#include "framework.hpp"

#include "verbatim/sdk/schema.hpp"

namespace verbatim::assign_codes {

void declare(sdk::declaration& wire, node& one)
{
    wire.is("CodingNode", "One code and those beneath it, to any depth.");

    wire.needs("id", one.id, "Returned when the code is assigned; need not be unique.").example("L1-health");
    wire.needs("name", one.name, "What a model and a person read.").example("Health");
    wire.takes("children", one.children, "Finer codes.");
}

void declare(sdk::declaration& wire, framework& all)
{
    wire.is("CodingFramework", "The codes to choose from.");

    wire.needs("root_codes", all.root_codes, "The codes of the first level.").at_least(1);
}

} // namespace verbatim::assign_codes
