#pragma once

#include "verbatim/sdk/response.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>

namespace verbatim::core::gateway {

/// Runs `work` until it ends or `deadline` passes; then cancels it, awaits its end, and throws
/// sdk::error{analysis_timeout}. [may wait]
sdk::task<sdk::response> run_with_deadline(std::chrono::steady_clock::time_point deadline,
                                           sdk::task<sdk::response>              work);

} // namespace verbatim::core::gateway
