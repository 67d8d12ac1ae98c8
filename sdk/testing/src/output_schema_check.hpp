#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace verbatim::testing {

/// The reason why a provider rejects an output schema (JSON text); none: accepted.
/// docs/reference/prompts.md#output-schemas lists the rules.
std::optional<std::string> output_schema_problem(std::string_view schema);

} // namespace verbatim::testing
