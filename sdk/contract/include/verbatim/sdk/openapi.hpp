#pragma once

#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/schema.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Schemas in an OpenAPI 3.1 document. All texts are JSON, members in declared order. [load]
namespace verbatim::sdk {

/// One entry of `components.schemas`.
struct component
{
    std::string name;
    std::string schema;
};

/// Adds the schema's component and those it references, each once. Plugins share types of the kit, so equal components
/// may be added repeatedly. Throws programming_error for two components of one name that differ, and what
/// `check_examples` throws.
VERBATIM_SDK_API void add_component(const object_schema& schema, std::vector<component>& components);

/// Replaces the component of a schema, which was added before, by one that also has the members of `further`.
VERBATIM_SDK_API void extend_component(const object_schema& schema, std::span<const object_schema* const> further,
                                       std::vector<component>& components);

/// The same as `add_component` for the components that the query parameters of the schema reference.
VERBATIM_SDK_API void add_parameter_components(const object_schema& schema, std::vector<component>& components);

/// `{"$ref":"#/components/schemas/…"}`
VERBATIM_SDK_API std::string reference_to(const object_schema& schema);

/// The fields as an array of OpenAPI parameter objects, `in: query`.
VERBATIM_SDK_API std::string query_parameters(const object_schema& schema);

/// The examples of schema_builder::example, unchanged. Live as long as the schema.
VERBATIM_SDK_API const std::vector<std::string>& examples(const object_schema& schema);

/// The first of `examples`, or a body composed of the examples and defaults of the fields.
VERBATIM_SDK_API std::string example_of(const object_schema& schema);

/// Whether the schema has a screened text, so that a request may end with prompt_injection_detected.
VERBATIM_SDK_API bool is_screened(const object_schema& schema);

/// The screened texts of a value, in declared order. They are borrowed from the value. [any thread]
VERBATIM_SDK_API std::vector<std::string_view> screened_texts(const object_schema& schema, const void* value);

/// Reads every example and default by its own schema. Throws programming_error for one that breaks a rule.
VERBATIM_SDK_API void check_examples(const object_schema& schema);

} // namespace verbatim::sdk
