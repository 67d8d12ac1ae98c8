#include "app/watchdog.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::app {

watchdog::watchdog(clock::duration time, std::function<void()> on_expiry)
    : on_expiry_{std::move(on_expiry)}
    , deadline_{clock::now() + time}
    , thread_{[this](const std::stop_token& end) { run(end); }}
{}

void watchdog::shorten(clock::duration time)
{
    const std::lock_guard lock{mutex_};
    deadline_ = std::min(deadline_, clock::now() + time);
    changed_.notify_all();
}

void watchdog::run(const std::stop_token& end)
{
    std::unique_lock lock{mutex_};
    for (auto deadline = deadline_; clock::now() < deadline && !end.stop_requested(); deadline = deadline_)
        changed_.wait_until(lock, end, deadline, [&] { return deadline != deadline_; });
    lock.unlock();
    if (!end.stop_requested()) on_expiry_();
}

} // namespace verbatim::core::app
