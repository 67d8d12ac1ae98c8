#pragma once

#include "sensitivity.hpp"

#include "verbatim/sdk/schema.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::detect_sensitive {

/// The model's output.
struct sensitive_finding
{
    std::vector<sensitivity> types;
    std::string              explanation; ///< with placeholders
};
void declare(sdk::schema_builder& schema, sensitive_finding& finding);

/// Parses the output and removes duplicate types. None unless it is a JSON object with both members and known types:
/// one unknown type makes the whole output unusable, and so does the explanation of the prompt's example.
std::optional<sensitive_finding> parse_finding(std::string_view output);

} // namespace verbatim::detect_sensitive
