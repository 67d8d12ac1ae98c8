#include "database/socket_timeout.hpp"

#include <sys/socket.h>

namespace verbatim::core::database {

socket_timeout::socket_timeout(int socket)
    : socket_{socket}
    , thread_{[this] { run(); }}
{}

socket_timeout::~socket_timeout()
{
    {
        const std::scoped_lock lock{mutex_};
        stopped_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

socket_timeout::scope::scope(socket_timeout& owner, std::chrono::milliseconds limit)
    : owner_{owner}
{
    const std::scoped_lock lock{owner_.mutex_};
    owner_.deadline_ = clock::now() + limit;
    // A thread that sleeps until an earlier deadline reads this one when it wakes. A notification for each of the many
    // short scopes would cost more than the statement itself.
    if (owner_.idle_) owner_.changed_.notify_one();
}

socket_timeout::scope::~scope()
{
    const std::scoped_lock lock{owner_.mutex_};
    owner_.deadline_.reset();
}

void socket_timeout::shut_down() noexcept { ::shutdown(socket_, SHUT_RDWR); }

void socket_timeout::run()
{
    std::unique_lock lock{mutex_};
    while (!stopped_)
    {
        idle_ = !deadline_;
        if (!deadline_) changed_.wait(lock);
        else if (clock::now() < *deadline_) changed_.wait_until(lock, clock::time_point{*deadline_});
        else
        {
            shut_down();
            deadline_.reset();
        }
    }
}

} // namespace verbatim::core::database
