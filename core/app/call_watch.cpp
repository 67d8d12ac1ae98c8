#include "app/call_watch.hpp"

#include <utility>

namespace verbatim::core::app {

namespace {

constexpr std::chrono::seconds max_hold{1}; ///< of an I/O thread
constexpr std::chrono::seconds min_pause{1};
constexpr std::chrono::seconds max_blocked{10};

} // namespace

call_watch::call_watch(const exec::threads& io_threads, exec::compute_pool& pool, log::logger& logger,
                       std::function<void()> on_blocked)
    : io_threads_{io_threads}
    , pool_{pool}
    , log_{logger}
    , on_blocked_{std::move(on_blocked)}
{
    for (const auto& activity : io_threads.activities())
        watched_.push_back({.activity = &activity, .is_worker = false});
    for (const auto& activity : pool.activities()) watched_.push_back({.activity = &activity, .is_worker = true});
}

void call_watch::look()
{
    for (auto& thread : watched_) check(thread);
    pool_.tend();
    if (is_blocked()) on_blocked_();
}

bool call_watch::is_blocked() const noexcept
{
    for (std::size_t n = 0; n != io_threads_.size(); ++n)
        if (io_threads_.blocked_for(n) < max_blocked) return false;
    return true;
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
    /// A computation runs beyond the deadline of its call: see docs/operations.md#stuck-threads-and-crashes.
    if (thread.is_worker) write("pool_worker_stuck");
    /// An operation has held an I/O thread for 1 s: see docs/operations.md#stuck-threads-and-crashes.
    else write("io_thread_blocked");
}

} // namespace verbatim::core::app
