#pragma once

#include "exec/thread_activity.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace boost::asio {
class io_context;
}

namespace verbatim::core::exec {

/// The processors of the machine; 1 if the system does not know their number.
std::size_t cores();

/// The I/O threads, with one io_context each: a connection stays on its thread and needs no lock.
/// They must wait for nothing but their io_context; computing and blocking work goes to a pool (on_pool.hpp).
///
/// An exception that leaves a handler is a broken invariant and ends the process.
class threads
{
public:
    /// `count` contexts; 0: one per core. Nothing runs yet. The threads are called `name`-0, `name`-1 and so on.
    explicit threads(std::size_t count = 0, std::string_view name = "io");

    /// Stops. Destroys the frames of unfinished coroutines, so a pool that they wait for must be joined before.
    ~threads();

    threads(const threads&)            = delete;
    threads& operator=(const threads&) = delete;

    std::size_t size() const noexcept { return contexts_.size(); }

    /// Valid as long as this object. [any thread]
    boost::asio::io_context& context(std::size_t n) noexcept { return *contexts_[n]; }

    /// Starts all threads. Called at most once.
    void start();

    /// Between `start` and `stop`. [the thread that starts and stops]
    bool running() const noexcept { return !workers_.empty(); }

    /// Lets each thread finish its current handler and joins all. Not called from one of the threads. No effect when
    /// not running.
    void stop() noexcept;

    /// Like stop(). Returns false, and joins nothing, if a thread does not finish its handler before `deadline`. The
    /// process must then end without destroying this object.
    bool stop_until(std::chrono::steady_clock::time_point deadline);

    /// Sets for how long a thread has been blocked, because a handler holds it; zero: it runs. [any thread]
    void mark_blocked(std::size_t n, std::chrono::milliseconds time) noexcept { blocked_[n] = time; }
    std::chrono::milliseconds blocked_for(std::size_t n) const noexcept { return blocked_[n]; } ///< [any thread]

    /// Nothing new should begin on such a thread. [any thread]
    bool        is_blocked(std::size_t n) const noexcept { return blocked_for(n) != std::chrono::milliseconds::zero(); }
    std::size_t count_blocked() const noexcept; ///< [any thread]

    const std::deque<thread_activity>& activities() const noexcept { return activities_; } ///< [any thread]

private:
    std::vector<std::unique_ptr<boost::asio::io_context>> contexts_;
    std::deque<thread_activity>                           activities_; ///< one per thread
    std::deque<std::atomic<std::chrono::milliseconds>>    blocked_;    ///< the same: for so long
    std::mutex                                            mutex_;
    std::condition_variable                               thread_ended_;
    std::size_t                                           running_threads_ = 0;
    std::vector<std::thread>                              workers_;
};

} // namespace verbatim::core::exec
