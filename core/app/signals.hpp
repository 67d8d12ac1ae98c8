#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <thread>

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

/// Receives SIGTERM and SIGINT while the main thread does something else. Has a thread of its own, which the destructor
/// joins.
class stop_watch
{
public:
    /// Both functions are called on that thread: `on_stop` for each signal, `on_interval` at the latest after each
    /// interval. Without an interval the second is never called. `waiter` must outlive this object, and no other thread
    /// may wait for stop signals meanwhile.
    stop_watch(signal_waiter& waiter, std::function<void()> on_stop,
               std::optional<std::chrono::microseconds> interval = {}, std::function<void()> on_interval = {});

private:
    std::jthread thread_;
};

} // namespace verbatim::core::app
