#include "framework.hpp"

#include "verbatim/sdk/schema.hpp"

namespace verbatim::assign_codes {

void declare(sdk::schema_builder& schema, node& node)
{
    schema.name("CodingNode", "A code and its children, to any depth.");

    schema.required("id", node.id, "Id of the code, returned in the response. Need not be unique.")
        .example("L1-health");
    schema.required("name", node.name, "Name of the code, shown to the model.").example("Health");
    schema.optional("children", node.children, "Codes of the next level.");
}

void declare(sdk::schema_builder& schema, framework& framework)
{
    schema.name("CodingFramework", "Codes to choose from.");

    schema.required("root_codes", framework.root_codes, "Codes of the first level.").at_least(1);
}

} // namespace verbatim::assign_codes
