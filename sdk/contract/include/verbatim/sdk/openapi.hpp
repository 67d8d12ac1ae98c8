#pragma once

#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/schema.hpp"

#include <string>
#include <vector>

/// What tables say of themselves in an OpenAPI 3.1 document. All texts are JSON, members in declared order. [load]
namespace verbatim::sdk {

/// One entry of `components.schemas`.
struct component
{
    std::string name;
    std::string schema;
};

/// Adds the schema's component and those it references, each once. The kit's schemas live in every plugin, so equal
/// components may be added repeatedly: throws std::logic_error for a name with other content, and what `check_examples`
/// throws.
VERBATIM_SDK_API void add_component(const object_schema& schema, std::vector<component>& components);

/// The same for the components that the query parameters of the schema reference.
VERBATIM_SDK_API void add_parameter_components(const object_schema& schema, std::vector<component>& components);

/// `{"$ref":"#/components/schemas/…"}`
VERBATIM_SDK_API std::string reference_to(const object_schema& schema);

/// The fields as an array of OpenAPI parameter objects, `in: query`.
VERBATIM_SDK_API std::string query_parameters(const object_schema& schema);

/// The whole bodies of `.example(json)`, unchanged.
VERBATIM_SDK_API const std::vector<std::string>& examples(const object_schema& schema);

/// The first of them, or a body composed of the examples and defaults of the fields.
VERBATIM_SDK_API std::string example_of(const object_schema& schema);

/// Whether some text of it is screened, so that reading it may end in prompt_injection_detected.
VERBATIM_SDK_API bool is_screened(const object_schema& schema);

/// Reads every example and default with the table that shows it, and throws std::logic_error for one that breaks a
/// rule.
VERBATIM_SDK_API void check_examples(const object_schema& schema);

} // namespace verbatim::sdk
