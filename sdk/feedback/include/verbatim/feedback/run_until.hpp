#pragma once

#include "verbatim/sdk/task.hpp"

#include <chrono>

namespace verbatim::feedback {

/// Runs `work` to its end, or until `limit`: then it is cancelled and its end awaited; past it, nothing is begun.
/// Whether it ended by itself. What it throws before `limit` is thrown, and that the call was cancelled. For a part of
/// an operation that must leave time for the next. [call] [may wait]
sdk::task<bool> run_until(std::chrono::steady_clock::time_point deadline, sdk::task<> work);

} // namespace verbatim::feedback
