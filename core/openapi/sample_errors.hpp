#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/operation.hpp"

namespace verbatim::core::openapi {

/// The error of a real request to the operation, made by passing a wrong request to its readers, so that the document
/// shows the fields and issues that callers get. The bare error for other codes, and where no wrong request can be
/// made.
sdk::error sample_error(const sdk::descriptor& descriptor, sdk::errc code);

} // namespace verbatim::core::openapi
