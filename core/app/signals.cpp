#include "app/signals.hpp"

#include <algorithm>
#include <csignal>
#include <initializer_list>
#include <stop_token>
#include <unistd.h>
#include <utility>

namespace verbatim::core::app {

namespace {

/// Ends a wait of this process for signals.
constexpr int wakeup_signal = SIGUSR1;

sigset_t set_of(std::initializer_list<int> signals)
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : signals) sigaddset(&set, signal);
    return set;
}

/// 0: none came in time.
int wait_for_signal(const sigset_t& set, std::optional<std::chrono::microseconds> timeout)
{
    int number = 0;
    if (!timeout)
    {
        sigwait(&set, &number);
        return number;
    }
    const auto     seconds = std::chrono::floor<std::chrono::seconds>(*timeout);
    const timespec duration{.tv_sec = seconds.count(), .tv_nsec = std::chrono::nanoseconds{*timeout - seconds}.count()};
    return std::max(sigtimedwait(&set, nullptr, &duration), 0);
}

} // namespace

signal_waiter::signal_waiter()
{
    std::signal(SIGPIPE, SIG_IGN);
    const auto set = set_of({SIGTERM, SIGINT, SIGHUP, wakeup_signal});
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

signal_action signal_waiter::wait(std::optional<std::chrono::microseconds> timeout)
{
    const int signal = wait_for_signal(set_of({SIGTERM, SIGINT, SIGHUP}), timeout);
    if (signal == 0) return signal_action::none;
    return signal == SIGHUP ? signal_action::reload : signal_action::stop;
}

signal_action signal_waiter::wait_for_stop(std::optional<std::chrono::microseconds> timeout)
{
    const int signal = wait_for_signal(set_of({SIGTERM, SIGINT, wakeup_signal}), timeout);
    return signal == SIGTERM || signal == SIGINT ? signal_action::stop : signal_action::none;
}

void signal_waiter::wake_stop_wait() noexcept { ::kill(::getpid(), wakeup_signal); }

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
