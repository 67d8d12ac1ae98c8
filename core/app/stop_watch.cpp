#include "app/stop_watch.hpp"

#include <stop_token>
#include <utility>

namespace verbatim::core::app {

stop_watch::stop_watch(signal_waiter& waiter, std::function<void()> on_stop,
                       std::optional<std::chrono::microseconds> interval, std::function<void()> on_interval)
    : thread_{[&waiter, interval, on_stop = std::move(on_stop),
               on_interval = std::move(on_interval)](const std::stop_token& end) {
        const std::stop_callback wake{end, [&] { waiter.wake_stop_wait(); }};
        while (!end.stop_requested())
        {
            if (waiter.wait_for_stop(interval) == signal_action::stop) on_stop();
            if (interval) on_interval();
        }
    }}
{}

} // namespace verbatim::core::app
