#pragma once

#include "exec/compute_pool.hpp"
#include "exec/threads.hpp"
#include "log/logger.hpp"

#include <chrono>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

namespace verbatim::core::app {

/// Logs calls that hold a thread too long: an I/O thread for more than a second, or a worker of the pool beyond the
/// deadline of the call. Each such hold is logged once, and each thread at most once per second. Tends the pool. Ends
/// the process, with the status `blocked_status`, when it has served nobody for ten seconds, so that its supervisor
/// starts another one. Has a thread of its own, which the destructor joins.
class call_watch
{
public:
    static constexpr int blocked_status = 70; ///< EX_SOFTWARE of sysexits.h

    /// Starts to watch. The arguments must outlive this object. `is_blocked`: whether all I/O threads are blocked.
    call_watch(const exec::threads& io_threads, exec::compute_pool& pool, log::logger& logger,
               std::function<bool()> is_blocked);

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
    void end_if_blocked();

    exec::compute_pool&         pool_;
    log::logger&                log_;
    const std::function<bool()> is_blocked_;
    unsigned                    blocked_looks_ = 0; ///< in a row
    std::vector<watched_thread> watched_;
    std::jthread                thread_; ///< last, since it uses all members above
};

} // namespace verbatim::core::app
