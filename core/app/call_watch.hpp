#pragma once

#include "exec/compute_pool.hpp"
#include "exec/threads.hpp"
#include "log/logger.hpp"

#include <chrono>
#include <functional>
#include <vector>

namespace verbatim::core::app {

/// Logs calls that hold a thread too long: an I/O thread for more than a second, or a worker of the pool beyond the
/// deadline of the call. Each such hold is logged once, and each thread at most once per second. Tends the pool. Used
/// by one thread.
class call_watch
{
public:
    /// The references outlive this object. `on_blocked`: called when all I/O threads have been blocked for ten seconds,
    /// so that the process serves nobody.
    call_watch(const exec::threads& io_threads, exec::compute_pool& pool, log::logger& logger,
               std::function<void()> on_blocked);

    /// To be called a few times a second.
    void look();

private:
    using clock = std::chrono::steady_clock;

    struct watched_thread
    {
        const exec::thread_activity* activity;
        bool                         is_worker;
        clock::time_point            reported{}; ///< start of the code that was reported last
        clock::time_point            next_report{};
    };

    void check(watched_thread& thread);
    bool is_blocked() const noexcept;

    const exec::threads&        io_threads_;
    exec::compute_pool&         pool_;
    log::logger&                log_;
    const std::function<void()> on_blocked_;
    std::vector<watched_thread> watched_;
};

} // namespace verbatim::core::app
