#pragma once

#include "verbatim/sdk/operation.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::openapi {

/// The OpenAPI 3.1 document of the operations and the health check, as JSON text: docs/reference/openapi.md. The same
/// operations give the same bytes. Throws std::logic_error when two operations share a name, or two declared types a
/// component name but not its content.
std::string document(const std::vector<sdk::descriptor>& operations, std::string_view version);

} // namespace verbatim::core::openapi
