#pragma once

#include "verbatim/sdk/operation.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::openapi {

/// The OpenAPI 3.1 document of the operations and the health check, as JSON text: docs/reference/openapi.md. Equal
/// operations give equal bytes. Throws std::logic_error if two operations have the same name, or two different types
/// the same component name.
std::string document(const std::vector<sdk::descriptor>& operations, std::string_view version);

} // namespace verbatim::core::openapi
