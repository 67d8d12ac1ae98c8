#pragma once

#include "exec/threads.hpp"
#include "http/io_worker.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <thread>
#include <vector>

namespace verbatim::core::http {

/// Watches the I/O threads of a server, and serves in place of those that are blocked, so that code which holds a
/// thread harms no other client: it passes new connections to threads that run, ends idle connections, whose clients
/// then open others, and ends a connection whose request is past its deadline. A thread that runs again serves as
/// before.
///
/// Time counts in looks of its own thread: a process that was suspended has no blocked threads. [any thread]
class worker_watch
{
public:
    /// `workers`: one for each of `threads`, which are marked while they are blocked, and outlive this object.
    /// `interval`: between two looks.
    worker_watch(const std::vector<std::shared_ptr<io_worker>>& workers, exec::threads& threads,
                 std::chrono::milliseconds interval);
    worker_watch(const worker_watch&)            = delete;
    worker_watch& operator=(const worker_watch&) = delete;

    /// Once, when the threads run. The destructor stops. `on_look`: called after each look, on the thread of the watch.
    void start(std::function<void()> on_look);

    /// From now on the listeners of blocked threads close.
    void stop_accepting() noexcept { accepting_ = false; }

    /// From now on all connections of blocked threads end: their requests get 503.
    void cut_off_all() noexcept { cuts_off_ = true; }

    std::size_t   blocked() const noexcept { return blocked_; } ///< threads now
    std::uint64_t ended() const noexcept { return ended_; }     ///< connections since the start

private:
    /// A thread updates its clock between two looks; under load it may miss some.
    static constexpr unsigned looks_until_blocked = 10;

    struct watched_worker
    {
        std::shared_ptr<io_worker> worker;
        instant                    last_tick{};
        unsigned                   unchanged = 0; ///< looks since its last tick

        bool     is_blocked() const noexcept { return unchanged >= looks_until_blocked; }
        unsigned blocked_looks() const noexcept { return is_blocked() ? unchanged - looks_until_blocked + 1 : 0; }
    };

    void run(const std::stop_token& stop);
    void look();
    void pass_connections(instant end);

    exec::threads&                  threads_;
    const std::chrono::milliseconds interval_;
    std::function<void()>           on_look_;
    std::vector<watched_worker>     watched_;
    std::size_t                     turn_ = 0; ///< of the threads that run, for the next connection
    std::atomic<bool>               accepting_{true};
    std::atomic<bool>               cuts_off_{false};
    std::atomic<std::size_t>        blocked_{0};
    std::atomic<std::uint64_t>      ended_{0};
    std::jthread                    thread_; ///< last, because it uses all members above
};

} // namespace verbatim::core::http
