#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace verbatim::testing {

/// What a provider would reject in an output schema, which is JSON text: docs/reference/prompts.md#output-schemas.
std::optional<std::string> output_schema_problem(std::string_view schema);

} // namespace verbatim::testing
