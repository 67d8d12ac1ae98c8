#pragma once

#include "verbatim/sdk/task.hpp"

#include <functional>

namespace verbatim::core::exec {

/// Runs CPU-bound work on the thread pool, resumes on the caller's executor, and rethrows the work's exception. The
/// work is borrowed until then.
using pool_runner = std::function<sdk::task<>(const std::function<void()>&)>;

} // namespace verbatim::core::exec
