#include "framework.hpp"

#include "verbatim/sdk/schema.hpp"

namespace verbatim::assign_codes {

void declare(sdk::schema_builder& schema, node& node)
{
    schema.name("CodingNode", "One code and those beneath it, to any depth.");

    schema.required("id", node.id, "Returned when the code is assigned; need not be unique.").example("L1-health");
    schema.required("name", node.name, "What a model and a person read.").example("Health");
    schema.optional("children", node.children, "Finer codes.");
}

void declare(sdk::schema_builder& schema, framework& framework)
{
    schema.name("CodingFramework", "The codes to choose from.");

    schema.required("root_codes", framework.root_codes, "The codes of the first level.").at_least(1);
}

} // namespace verbatim::assign_codes
