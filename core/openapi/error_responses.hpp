#pragma once

#include "verbatim/sdk/operation.hpp"

#include <string>
#include <vector>

namespace verbatim::core::openapi {

/// The members of its `responses` that tell of failures: one for each status, with a sentence and a real envelope for
/// each code. Begins with a comma.
std::string error_responses(const sdk::descriptor& descriptor);

/// The component `Error`; its codes are the host's and those that the operations declare.
std::string error_component(const std::vector<sdk::descriptor>& operations);

} // namespace verbatim::core::openapi
