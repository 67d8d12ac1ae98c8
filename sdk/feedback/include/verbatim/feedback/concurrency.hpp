#pragma once

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstddef>

namespace verbatim::feedback {

/// The maximum of concurrent model calls of a request. Set by the operator, the same for every operation; part of the
/// settings of operations that make several calls.
struct fan_out
{
    std::size_t limit = 64;
};

/// Declares it among an operation's settings.
void fan_out_setting(sdk::schema_builder& schema, fan_out& settings);

/// Runs a part of an operation that must leave time for the next. At `deadline` cancels `work` and awaits its end; does
/// not start it after the deadline. Returns whether `work` finished. Throws its exception if it fails earlier, and
/// boost::system::system_error (operation_aborted) if the call is cancelled. [call] [may wait]
sdk::task<bool> run_until(std::chrono::steady_clock::time_point deadline, sdk::task<> work);

} // namespace verbatim::feedback
