#include "cli/server/interruption.hpp"

#include <atomic>
#include <csignal>
#include <ctime>

namespace verbatim::cli::server {

namespace {

std::atomic<int> signal_number{0};
std::atomic<int> last_number{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler sets it");

extern "C" void on_signal(int number)
{
    signal_number.store(number);
    last_number.store(number);
    std::signal(number, SIG_DFL);
}

} // namespace

void catch_interruptions()
{
    for (const int number : {SIGINT, SIGTERM})
        if (std::signal(number, SIG_IGN) != SIG_IGN) std::signal(number, &on_signal); // nohup and scripts may ignore it
    std::signal(SIGPIPE, SIG_IGN);
}

int interruption() noexcept { return signal_number.load(); }

int last_interruption() noexcept { return last_number.load(); }

void clear_interruption() noexcept { signal_number.store(0); }

bool wait_for_interruption(std::chrono::milliseconds duration)
{
    const auto end = std::chrono::steady_clock::now() + duration;
    while (interruption() == 0 && std::chrono::steady_clock::now() < end)
    {
        const timespec moment{0, 50'000'000}; // a signal that arrives before the call is seen after it
        ::nanosleep(&moment, nullptr);
    }
    return interruption() != 0;
}

} // namespace verbatim::cli::server
