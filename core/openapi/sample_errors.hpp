#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/operation.hpp"

namespace verbatim::core::openapi {

/// The error that a real request to the operation ends with: the readers of requests are given one that is wrong in
/// just that way. So the document shows the fields and issues that a caller will meet. For other codes, and where
/// nothing can be made wrong, the bare error.
sdk::error sample_error(const sdk::descriptor& descriptor, sdk::errc code);

} // namespace verbatim::core::openapi
