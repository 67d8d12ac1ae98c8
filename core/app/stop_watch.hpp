#pragma once

#include "app/signals.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <thread>

namespace verbatim::core::app {

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
