#pragma once

#include "verbatim/sdk/operation.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::openapi {

/// The OpenAPI 3.1 document as JSON text: the declarations of the operations, and the health check. The same
/// operations give the same bytes. Throws std::logic_error when two tables claim one component name with different
/// content.
std::string document(const std::vector<sdk::descriptor>& operations, std::string_view version);

} // namespace verbatim::core::openapi
