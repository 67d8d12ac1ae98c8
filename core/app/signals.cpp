#include "app/signals.hpp"

#include <csignal>

namespace verbatim::core::app {

namespace {

sigset_t stop_signals()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    return set;
}

sigset_t handled_signals()
{
    auto set = stop_signals();
    sigaddset(&set, SIGHUP);
    return set;
}

} // namespace

signal_waiter::signal_waiter()
{
    std::signal(SIGPIPE, SIG_IGN);
    const auto set = handled_signals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

signal_action signal_waiter::wait(std::optional<std::chrono::microseconds> timeout)
{
    const auto set    = handled_signals();
    int        number = 0;
    if (timeout)
    {
        const auto     seconds = std::chrono::floor<std::chrono::seconds>(*timeout);
        const timespec duration{.tv_sec  = seconds.count(),
                                .tv_nsec = std::chrono::nanoseconds{*timeout - seconds}.count()};
        number = sigtimedwait(&set, nullptr, &duration);
        if (number < 0) return signal_action::none;
    }
    else sigwait(&set, &number);
    if (number == SIGHUP) return signal_action::reload;

    const auto unblocked = stop_signals();
    pthread_sigmask(SIG_UNBLOCK, &unblocked, nullptr);
    return signal_action::stop;
}

} // namespace verbatim::core::app
