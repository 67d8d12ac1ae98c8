#pragma once

#include "exec/compute_pool.hpp"
#include "exec/threads.hpp"
#include "log/logger.hpp"

#include <chrono>
#include <deque>
#include <thread>
#include <vector>

namespace verbatim::core::app {

/// Logs which calls hold a thread too long, from a thread of its own: an I/O thread for more than a second, or a worker
/// of the pool beyond the deadline of the call. One line for each time, and at most one per second and thread.
class call_watch
{
public:
    /// All are borrowed.
    call_watch(const exec::threads& io_threads, const exec::compute_pool& pool, log::logger& logger);

private:
    using clock = std::chrono::steady_clock;

    struct watched_thread
    {
        const exec::thread_activity* activity;
        bool                         is_worker;
        clock::time_point            reported{}; ///< start of the code that was reported last
        clock::time_point            next_report{};
    };

    void run(const std::stop_token& stop);
    void check(watched_thread& thread);

    log::logger&                log_;
    std::vector<watched_thread> watched_;
    std::jthread                thread_; ///< last, since it uses all members above
};

} // namespace verbatim::core::app
