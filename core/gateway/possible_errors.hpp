#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/operation.hpp"

#include <vector>

namespace verbatim::core::gateway {

/// Error codes of the host that a call of the operation can return, without duplicates, by ascending status. They
/// follow from its verb, access, schemas and use of a model, and from its descriptor. Not included: codes of the HTTP
/// layer and of routing (400, 404, 405, 408, 431).
std::vector<sdk::errc> host_errors(const sdk::descriptor& descriptor);

/// The operation's own errors, in the order of its descriptor.
std::vector<sdk::declared_error> own_errors(const sdk::descriptor& descriptor);

} // namespace verbatim::core::gateway
