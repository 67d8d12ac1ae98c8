#pragma once

#include "verbatim/sdk/task.hpp"

#include <chrono>

namespace verbatim::feedback {

/// Runs a part of an operation that must leave time for the next. At `deadline` cancels `work` and awaits its end; does
/// not start it after the deadline. Returns whether `work` finished. Throws its exception if it fails earlier, and
/// boost::system::system_error (operation_aborted) if the call is cancelled. [call] [may wait]
sdk::task<bool> run_until(std::chrono::steady_clock::time_point deadline, sdk::task<> work);

} // namespace verbatim::feedback
