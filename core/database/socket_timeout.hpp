#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace verbatim::core::database {

/// Ends a blocking wait on a socket at a deadline by shutting the socket down, which its reader sees as a closed
/// connection. Needed for libpq, which waits without limit for a stopped server. Has a thread of its own. The socket
/// must stay open as long as this object exists.
class socket_timeout
{
public:
    explicit socket_timeout(int socket);
    ~socket_timeout();
    socket_timeout(const socket_timeout&)            = delete;
    socket_timeout& operator=(const socket_timeout&) = delete;

    /// Limits waits on the socket until the end of the scope.
    class scope
    {
    public:
        scope(socket_timeout& owner, std::chrono::milliseconds limit);
        ~scope();
        scope(const scope&)            = delete;
        scope& operator=(const scope&) = delete;

    private:
        socket_timeout& owner_;
    };

    /// Shuts the socket down at once. [any thread]
    void shut_down() noexcept;

private:
    using clock = std::chrono::steady_clock;

    void run();

    const int                        socket_;
    std::mutex                       mutex_;
    std::condition_variable          changed_;
    std::optional<clock::time_point> deadline_;       ///< none: no scope is active
    bool                             idle_    = true; ///< waits without a deadline
    bool                             stopped_ = false;
    std::thread                      thread_;
};

} // namespace verbatim::core::database
