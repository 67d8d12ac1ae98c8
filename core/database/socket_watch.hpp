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
class socket_watch
{
public:
    explicit socket_watch(int socket);
    ~socket_watch();
    socket_watch(const socket_watch&)            = delete;
    socket_watch& operator=(const socket_watch&) = delete;

    /// From here until the end of scope the socket may be waited on for so long.
    class turn
    {
    public:
        turn(socket_watch& of, std::chrono::milliseconds longest);
        ~turn();
        turn(const turn&)            = delete;
        turn& operator=(const turn&) = delete;

    private:
        socket_watch& of_;
    };

    /// At once, and for ever. [any thread]
    void cut() noexcept;

private:
    using clock = std::chrono::steady_clock;

    void watch();

    const int                        socket_;
    std::mutex                       guard_;
    std::condition_variable          changed_;
    std::optional<clock::time_point> until_;         ///< none: nobody waits
    bool                             asleep_ = true; ///< without an hour to wake at
    bool                             over_   = false;
    std::thread                      thread_;
};

} // namespace verbatim::core::database
