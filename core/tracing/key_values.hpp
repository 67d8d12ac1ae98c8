#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::core::tracing {

using key_values = std::vector<std::pair<std::string, std::string>>;

/// Parses `key=value,key=value`, the format of OpenTelemetry's variables. `%` begins a hexadecimal escape in a value.
/// None if a member has no key or no `=`, an escape is incomplete, or a text is not UTF-8 without control characters.
std::optional<key_values> parse_key_values(std::string_view text);

} // namespace verbatim::core::tracing
