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

} // namespace

signals::signals()
{
    std::signal(SIGPIPE, SIG_IGN);
    const auto set = ending();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

void signals::wait()
{
    const auto set    = ending();
    int        number = 0;
    sigwait(&set, &number);
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

} // namespace verbatim::core::app
