#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace verbatim::testing {

/// JSON for a closed schema of sdk::strict_schema; items of a list differ if their type allows it. Throws
/// std::logic_error for other schemas.
std::string generated_json(std::string_view schema);

/// A text with a placeholder, a quote and a backslash, which must reach the caller unchanged.
std::string generated_text();

/// The reason why a provider rejects an output schema (JSON text); none: accepted.
/// docs/reference/prompts.md#output-schemas lists the rules.
std::optional<std::string> output_schema_problem(std::string_view schema);

} // namespace verbatim::testing
