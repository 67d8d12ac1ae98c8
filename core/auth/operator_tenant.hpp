#pragma once

#include <string_view>

namespace verbatim::core::auth {

/// Tenant of the calls that operators request, such as probes. No key may have it.
inline constexpr std::string_view operator_tenant = "verbatim-operator";

} // namespace verbatim::core::auth
