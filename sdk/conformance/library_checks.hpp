#pragma once

#include "report.hpp"

#include "verbatim/sdk/operation.hpp"

#include <vector>

namespace verbatim::conformance {

/// The rules of testing::check_rules, and `memory`: a call leaves nothing behind.
std::vector<check_result> check_in_process(const sdk::operation& operation);

} // namespace verbatim::conformance
