#include "app/signals.hpp"

#include <csignal>

namespace verbatim::core::app {

namespace {

sigset_t ending()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    return set;
}

sigset_t all()
{
    auto set = ending();
    sigaddset(&set, SIGHUP);
    return set;
}

} // namespace

signals::signals()
{
    std::signal(SIGPIPE, SIG_IGN);
    const auto set = all();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

request signals::wait()
{
    const auto set    = all();
    int        number = 0;
    sigwait(&set, &number);
    if (number == SIGHUP) return request::reload;

    const auto ends = ending();
    pthread_sigmask(SIG_UNBLOCK, &ends, nullptr);
    return request::end;
}

} // namespace verbatim::core::app
