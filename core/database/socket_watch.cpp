#include "database/socket_watch.hpp"

#include <sys/socket.h>

namespace verbatim::core::database {

socket_watch::socket_watch(int socket)
    : socket_{socket}
    , thread_{[this] { watch(); }}
{}

socket_watch::~socket_watch()
{
    {
        const std::scoped_lock lock{guard_};
        over_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

socket_watch::turn::turn(socket_watch& of, std::chrono::milliseconds longest)
    : of_{of}
{
    const std::scoped_lock lock{of_.guard_};
    of_.until_ = clock::now() + longest;
    // One that sleeps until an earlier turn's end looks at this one's then: turns are many and short, and a call for
    // each would cost more than the statement's own thread does.
    if (of_.asleep_) of_.changed_.notify_one();
}

socket_watch::turn::~turn()
{
    const std::scoped_lock lock{of_.guard_};
    of_.until_.reset();
}

void socket_watch::cut() noexcept { ::shutdown(socket_, SHUT_RDWR); }

void socket_watch::watch()
{
    std::unique_lock lock{guard_};
    while (!over_)
    {
        asleep_ = !until_;
        if (!until_) changed_.wait(lock);
        else if (clock::now() < *until_) changed_.wait_until(lock, clock::time_point{*until_});
        else
        {
            cut();
            until_.reset();
        }
    }
}

} // namespace verbatim::core::database
