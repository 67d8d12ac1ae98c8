#pragma once

#include <chrono>

namespace verbatim::core::database {

/// Wakes a thread that waits for it and for a database at once.
class wakeup
{
public:
    /// Throws std::system_error.
    wakeup();
    ~wakeup();
    wakeup(const wakeup&)            = delete;
    wakeup& operator=(const wakeup&) = delete;

    /// [any thread]
    void notify() noexcept;

    /// Waits for notify() or until the other descriptor is readable (-1: none), and resets the notification.
    void wait(std::chrono::milliseconds timeout, int other_descriptor) noexcept;

private:
    int descriptor_;
};

} // namespace verbatim::core::database
