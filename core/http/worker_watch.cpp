#include "http/worker_watch.hpp"

#include <condition_variable>
#include <mutex>
#include <poll.h>
#include <utility>

namespace verbatim::core::http {

worker_watch::worker_watch(const std::vector<std::shared_ptr<io_worker>>& workers, exec::threads& threads,
                           std::chrono::milliseconds interval)
    : threads_{threads}
    , interval_{interval}
{
    for (const auto& worker : workers) watched_.push_back({.worker = worker});
}

void worker_watch::start(std::function<void()> on_look)
{
    on_look_ = std::move(on_look);
    thread_  = std::jthread{[this](const std::stop_token& stop) { run(stop); }};
}

/// Looks at regular times, because it counts them.
void worker_watch::run(const std::stop_token& stop)
{
    std::mutex                  mutex;
    std::condition_variable_any stopped;
    std::unique_lock            lock{mutex};
    while (!stop.stop_requested())
    {
        look();
        on_look_();
        const auto next = std::chrono::steady_clock::now() + interval_;
        if (accepting_) pass_connections(next);
        stopped.wait_until(lock, stop, next, [] { return false; });
    }
}

void worker_watch::look()
{
    const auto  now     = std::chrono::steady_clock::now();
    std::size_t blocked = 0;
    for (std::size_t n = 0; n != watched_.size(); ++n)
    {
        auto&      watched = watched_[n];
        const auto tick    = watched.worker->last_tick();
        watched.unchanged  = tick == watched.last_tick ? watched.unchanged + 1 : 0;
        watched.last_tick  = tick;
        threads_.mark_blocked(n, watched.blocked_looks() * interval_);
        if (!watched.is_blocked()) continue;
        ++blocked;
        ended_ += watched.worker->end_due_connections(now, cuts_off_);
        if (!accepting_) watched.worker->close_listener_in_place();
    }
    blocked_ = blocked;
}

/// Passes the connections of blocked threads, in turn, to those that run. Returns at once if there are no such threads,
/// or at the end of a resource, which may have grown at the next look.
void worker_watch::pass_connections(instant end)
{
    std::vector<io_worker*> running, blocked;
    std::vector<pollfd>     listeners;
    for (const auto& watched : watched_)
    {
        if (!watched.is_blocked())
        {
            running.push_back(watched.worker.get());
            continue;
        }
        blocked.push_back(watched.worker.get());
        listeners.push_back({.fd = watched.worker->listener_descriptor(), .events = POLLIN, .revents = 0});
    }
    if (running.empty() || blocked.empty()) return;

    for (auto now = std::chrono::steady_clock::now(); accepting_ && now < end; now = std::chrono::steady_clock::now())
    {
        const auto wait = std::chrono::ceil<std::chrono::milliseconds>(end - now);
        if (::poll(listeners.data(), listeners.size(), static_cast<int>(wait.count())) <= 0) return;
        std::size_t passed = 0;
        for (std::size_t n = 0; n != blocked.size(); ++n)
        {
            if (listeners[n].revents == 0) continue;
            for (int peer = blocked[n]->accept_in_place(); peer >= 0; peer = blocked[n]->accept_in_place(), ++passed)
                running[turn_++ % running.size()]->take_over(peer);
        }
        if (passed == 0) return;
    }
}

} // namespace verbatim::core::http
