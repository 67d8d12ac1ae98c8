#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace verbatim::core::database {

/// Ends a blocking wait on a socket that lasts too long, by shutting the socket down: whoever reads from it sees the
/// other side hang up. A driver that waits without limit (libpq does, for a server that was stopped and not killed)
/// gets one this way. Has a thread of its own. The socket has to stay open for as long as this lives.
class socket_timeout
{
public:
    explicit socket_timeout(int socket);
    ~socket_timeout();
    socket_timeout(const socket_timeout&)            = delete;
    socket_timeout& operator=(const socket_timeout&) = delete;

    /// From here until the end of scope the socket may be waited on for so long.
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

    /// At once, and for ever. [any thread]
    void shut_down() noexcept;

private:
    using clock = std::chrono::steady_clock;

    void run();

    const int                        socket_;
    std::mutex                       mutex_;
    std::condition_variable          changed_;
    std::optional<clock::time_point> deadline_;       ///< none: nobody waits
    bool                             idle_    = true; ///< without an hour to wake at
    bool                             stopped_ = false;
    std::thread                      thread_;
};

} // namespace verbatim::core::database
