#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace verbatim::core::app {

/// Calls a function when a time is over, unless it is destroyed before. Has a thread of its own, which the destructor
/// joins.
class watchdog
{
public:
    using clock = std::chrono::steady_clock;

    watchdog(clock::duration time, std::function<void()> on_expiry);

    /// The time ends at the latest so long from now. [any thread]
    void shorten(clock::duration time);

private:
    void run(const std::stop_token& end);

    const std::function<void()> on_expiry_;
    std::mutex                  mutex_; ///< guards deadline_
    std::condition_variable_any changed_;
    clock::time_point           deadline_;
    std::jthread                thread_; ///< last, since it uses all members above
};

} // namespace verbatim::core::app
