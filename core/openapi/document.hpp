#pragma once

#include "verbatim/sdk/operation.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::openapi {

/// The OpenAPI 3.1 document of the operations and the health check, as JSON text: docs/reference/openapi.md. Equal
/// operations give equal bytes. Throws std::logic_error if two operations have the same name, or two different types
/// the same component name.
///
/// Of operations in `earlier_sdks`, named there, a component that differs is left out.
///
/// `jobs` are the routes of jobs; if there are any, requests that call models may become jobs. A route without a
/// response type returns the response of one of these requests. A header Content-Type is the media type of a success.
std::string document(const std::vector<sdk::descriptor>& operations, const std::vector<sdk::descriptor>& jobs,
                     std::string_view version, const std::set<std::string_view>& earlier_sdks = {});

} // namespace verbatim::core::openapi
