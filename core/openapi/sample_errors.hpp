#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/operation.hpp"

namespace verbatim::core::openapi {

/// The error of an invalid request to the operation, created by its real validation, so that the document shows the
/// fields and issues that callers get. For other codes, or if no such request can be created, an error without fields.
sdk::error sample_error(const sdk::descriptor& descriptor, sdk::errc code);

} // namespace verbatim::core::openapi
