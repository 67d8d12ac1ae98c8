#pragma once

#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>

namespace verbatim::core::gateway {

/// Runs `work` until it ends or `deadline` passes; then cancels it, awaits its end and throws
/// sdk::error{analysis_timeout}. [may wait]
sdk::task<sdk::erased_value> run_with_deadline(std::chrono::steady_clock::time_point deadline,
                                               sdk::task<sdk::erased_value>          work);

} // namespace verbatim::core::gateway
