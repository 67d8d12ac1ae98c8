#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::gateway {

/// The percent-decoded value of a query parameter, with `+` as a space; none if it is absent. Of repeated parameters,
/// the last counts.
std::optional<std::string> query_parameter(std::string_view query, std::string_view name);

} // namespace verbatim::core::gateway
