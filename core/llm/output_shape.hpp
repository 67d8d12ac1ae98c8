#pragma once

#include <string>
#include <string_view>

namespace verbatim::core::llm {

/// The shape of the values that a JSON Schema describes, for a model to read, such as
/// {"title": string, "types": ["A" | "B", ...]}. Returns the schema itself if it is recursive.
std::string output_shape(std::string_view json_schema);

} // namespace verbatim::core::llm
