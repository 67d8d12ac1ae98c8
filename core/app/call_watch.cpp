#include "app/call_watch.hpp"

#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <utility>

namespace verbatim::core::app {

namespace {

constexpr std::chrono::milliseconds interval{250};
constexpr std::chrono::seconds      max_hold{1}; ///< of an I/O thread
constexpr std::chrono::seconds      min_pause{1};

/// Counted in looks: the process may have been suspended.
constexpr unsigned max_blocked_looks = std::chrono::seconds{10} / interval;

} // namespace

call_watch::call_watch(const exec::threads& io_threads, exec::compute_pool& pool, log::logger& logger,
                       std::function<bool()> is_blocked)
    : pool_{pool}
    , log_{logger}
    , is_blocked_{std::move(is_blocked)}
{
    for (const auto& activity : io_threads.activities())
        watched_.push_back({.activity = &activity, .is_worker = false});
    for (const auto& activity : pool.activities()) watched_.push_back({.activity = &activity, .is_worker = true});
    thread_ = std::jthread{[this](const std::stop_token& stop) { run(stop); }};
}

void call_watch::run(const std::stop_token& stop)
{
    std::mutex                  mutex;
    std::condition_variable_any stopped;
    std::unique_lock            lock{mutex};
    while (!stopped.wait_for(lock, stop, interval, [&] { return stop.stop_requested(); }))
    {
        for (auto& thread : watched_) check(thread);
        pool_.tend();
        end_if_blocked();
    }
}

void call_watch::end_if_blocked()
{
    blocked_looks_ = is_blocked_() ? blocked_looks_ + 1 : 0;
    if (blocked_looks_ < max_blocked_looks) return;
    log_.write(sdk::severity::error, "process_blocked");
    log_.flush(std::chrono::milliseconds{500});
    std::_Exit(blocked_status);
}

void call_watch::check(watched_thread& thread)
{
    const auto activity = thread.activity->read();
    const auto now      = clock::now();
    if (!activity.running || !activity.call || activity.since == thread.reported || now < thread.next_report) return;
    if (now < (thread.is_worker ? activity.latest_end() : activity.since + max_hold)) return;

    thread.reported    = activity.since;
    thread.next_report = now + min_pause;
    const sdk::log_field facts[]{{"thread", thread.activity->name()},
                                 {"plugin", activity.call->plugin},
                                 {"operation", activity.call->operation},
                                 {"seconds", std::chrono::duration<double>{now - activity.since}.count()}};
    const auto           write = [&](std::string_view event) {
        log_.write(sdk::severity::warning, event, facts, activity.call->request_id);
    };
    if (thread.is_worker) write("pool_worker_stuck");
    else write("io_thread_blocked");
}

} // namespace verbatim::core::app
