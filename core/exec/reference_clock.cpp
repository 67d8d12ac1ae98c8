#include "exec/reference_clock.hpp"

#include <ctime>

namespace verbatim::core::exec {

namespace {

using std::chrono::microseconds;

reference_clock::time_point wall() { return std::chrono::floor<microseconds>(std::chrono::system_clock::now()); }

microseconds uptime()
{
    timespec time{};
    ::clock_gettime(CLOCK_BOOTTIME, &time);
    return std::chrono::seconds{time.tv_sec} + std::chrono::floor<microseconds>(std::chrono::nanoseconds{time.tv_nsec});
}

} // namespace

reference_clock::machine reference_clock::this_machine() noexcept { return {.wall = &wall, .uptime = &uptime}; }

reference_clock::reference_clock(machine clocks)
    : clocks_{clocks}
    , boot_{(clocks_.wall() - clocks_.uptime()).time_since_epoch().count()}
{}

reference_clock::time_point reference_clock::now() const noexcept
{
    return has_reference_ ? time_point{microseconds{boot_} + clocks_.uptime()} : clocks_.wall();
}

void reference_clock::compare(const std::function<time_point()>& read)
{
    constexpr std::chrono::seconds max_duration{5};
    const auto                     before    = clocks_.uptime();
    const auto                     reference = read();
    const auto                     duration  = clocks_.uptime() - before;
    if (duration > max_duration) return; // half of it may be the error
    boot_          = (reference - (before + duration / 2)).time_since_epoch().count();
    has_reference_ = true;
}

microseconds reference_clock::difference() const noexcept
{
    return clocks_.wall() - time_point{microseconds{boot_} + clocks_.uptime()};
}

} // namespace verbatim::core::exec
