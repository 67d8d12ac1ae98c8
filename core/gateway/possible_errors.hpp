#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/operation.hpp"

#include <vector>

namespace verbatim::core::gateway {

/// The host's codes that a call of the operation can end with, each once, statuses ascending: those that its verb,
/// access, schemas and use of a model imply, and those of its descriptor. Codes outside any route (404, 405, 408, 431)
/// are absent.
std::vector<sdk::errc> host_errors(const sdk::descriptor& descriptor);

/// The operation's own errors, in the order of its descriptor.
std::vector<sdk::declared_error> own_errors(const sdk::descriptor& descriptor);

} // namespace verbatim::core::gateway
