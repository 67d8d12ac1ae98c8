#pragma once

#include "openapi/json_object.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/operation.hpp"

#include <map>
#include <string>
#include <vector>

namespace verbatim::core::openapi {

/// Response objects of `components.responses` by name.
using shared_responses = std::map<std::string, std::string>;

/// Adds a response for each error status, with a description and an example envelope for each code. A response with
/// nothing specific to the operation is added to `shared` and referenced.
void add_error_responses(const sdk::descriptor& descriptor, json_object& responses, shared_responses& shared);

/// Adds the schemas `Error`, `ErrorDetails`, `ErrorCode` and `FieldIssue`: docs/reference/errors.md. `ErrorCode` has
/// the codes of the host and those that the operations declare.
void add_error_schemas(const std::vector<sdk::descriptor>& operations, json_object& schemas);

/// The error of an invalid request to the operation, created by its real validation, so that the document shows the
/// fields and issues that callers get. For other codes, or if no such request can be created, an error without fields.
sdk::error sample_error(const sdk::descriptor& descriptor, sdk::errc code);

} // namespace verbatim::core::openapi
