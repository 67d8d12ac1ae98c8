#pragma once

#include "verbatim/sdk/operation.hpp"

#include <string>
#include <vector>

namespace verbatim::core::openapi {

/// How a call of the operation can fail, each code once, statuses ascending: what its verb, its access, its tables and
/// its use of a model imply, and its own. What belongs to no route (404, 405, 408, 431 …) is not among them.
std::vector<sdk::errc> errors_of(const sdk::descriptor& descriptor);

/// The members of its `responses` that tell of failures: one for each status, with a sentence and a real envelope for
/// each code. Begins with a comma.
std::string error_responses(const sdk::descriptor& descriptor);

/// The component `Error`: contract 3.1.
std::string error_component();

} // namespace verbatim::core::openapi
