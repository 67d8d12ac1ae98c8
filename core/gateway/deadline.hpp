#pragma once

#include "verbatim/sdk/reply.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>

namespace verbatim::core::gateway {

/// Runs `work` until it ends or `deadline` passes; then cancels it, awaits its end, and throws
/// sdk::error{analysis_timeout}. [may wait]
sdk::task<sdk::reply> within(std::chrono::steady_clock::time_point deadline, sdk::task<sdk::reply> work);

} // namespace verbatim::core::gateway
