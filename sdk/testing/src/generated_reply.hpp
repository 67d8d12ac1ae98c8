#pragma once

#include <string>
#include <string_view>

namespace verbatim::testing {

/// JSON for a closed schema of sdk::strict_schema; items of a list differ if their type allows it. Throws
/// std::logic_error for other schemas.
std::string generated_json(std::string_view schema);

/// A text with a placeholder, a quote and a backslash, which must reach the caller unchanged.
std::string generated_text();

} // namespace verbatim::testing
