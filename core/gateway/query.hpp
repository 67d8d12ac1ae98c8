#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::gateway {

/// The value of one parameter of a query string, percent-decoded with `+` as a blank; the last one wins when it is
/// repeated. None when it is absent.
std::optional<std::string> query_parameter(std::string_view query, std::string_view name);

} // namespace verbatim::core::gateway
