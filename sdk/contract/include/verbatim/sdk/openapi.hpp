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

/// Adds the table's component and those it refers to, each once. The kit's tables live in every plugin, so components
/// are told apart by name and content: throws std::logic_error for a name that stands for other content already, and
/// what `check_examples` throws.
VERBATIM_SDK_API void add_component(const object_schema& schema, std::vector<component>& components);

/// `{"$ref":"#/components/schemas/…"}`
VERBATIM_SDK_API std::string reference_to(const object_schema& schema);

/// The fields as an array of OpenAPI parameter objects, `in: query`.
VERBATIM_SDK_API std::string query_parameters(const object_schema& schema);

/// The whole bodies given with `.example(json)`, as they were given.
VERBATIM_SDK_API const std::vector<std::string>& examples(const object_schema& schema);

/// Whether some text of it is screened, so that reading it may end in prompt_injection_detected.
VERBATIM_SDK_API bool is_screened(const object_schema& schema);

/// Reads every example and default with the table that shows it, and throws std::logic_error for one that breaks a
/// rule.
VERBATIM_SDK_API void check_examples(const object_schema& schema);

} // namespace verbatim::sdk
