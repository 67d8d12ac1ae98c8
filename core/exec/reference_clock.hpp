#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

namespace verbatim::core::exec {

/// Wall time by the clock of a reference, such as a database. Between comparisons it counts on with a clock that cannot
/// be set. Before the first comparison it is the clock of this machine. [any thread]
class reference_clock
{
public:
    using time_point = std::chrono::sys_time<std::chrono::microseconds>;

    /// The clocks of the machine; replaced by tests.
    struct machine
    {
        time_point (*wall)()                  = nullptr;
        std::chrono::microseconds (*uptime)() = nullptr; ///< also counts while the machine sleeps
    };
    explicit reference_clock(machine clocks = this_machine());

    time_point now() const noexcept;

    /// Takes the time of the reference for that of the middle of the call. A reading that takes over 5 s is ignored,
    /// and what `read` throws leaves the clock as it was.
    void compare(const std::function<time_point()>& read);

    bool has_reference() const noexcept { return has_reference_; }

    /// How far this machine's clock is ahead of the reference; without one, how far it was set forward since this
    /// object was made. Negative: behind, or back.
    std::chrono::microseconds difference() const noexcept;

private:
    static machine this_machine() noexcept;

    const machine             clocks_;
    std::atomic<std::int64_t> boot_; ///< wall time at uptime 0, by the reference or this machine, in microseconds
    std::atomic<bool>         has_reference_ = false;
};

} // namespace verbatim::core::exec
