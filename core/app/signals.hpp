#pragma once

#include <chrono>
#include <optional>

namespace verbatim::core::app {

/// Action that an operator requests by a signal.
enum class signal_action
{
    reload, ///< SIGHUP
    stop,   ///< SIGTERM or SIGINT
    none,   ///< no signal came in time
};

/// Blocks the handled signals in this thread and in threads that start later, so that only wait() receives them.
/// Create it first, in the main thread. Also ignores SIGPIPE, so that a broken pipe is an error of write().
class signal_waiter
{
public:
    signal_waiter();

    /// Waits for the next signal, at most for `timeout` if there is one.
    signal_action wait(std::optional<std::chrono::microseconds> timeout = std::nullopt);

    /// The same for SIGTERM and SIGINT only; SIGHUP stays pending.
    signal_action wait_for_stop(std::optional<std::chrono::microseconds> timeout = std::nullopt);

    /// Ends a wait_for_stop() of another thread with `none`.
    void wake_stop_wait() noexcept;
};

} // namespace verbatim::core::app
