#include "app/supervisor.hpp"

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace verbatim::core::app {

void notify_supervisor(std::string_view state) noexcept
{
    const char* variable = std::getenv("NOTIFY_SOCKET");
    if (!variable) return;
    const std::string_view path{variable};
    sockaddr_un            address{};
    address.sun_family = AF_UNIX;
    if (path.empty() || path.size() >= sizeof address.sun_path) return;
    std::memcpy(address.sun_path, path.data(), path.size());
    if (address.sun_path[0] == '@') address.sun_path[0] = '\0'; // an abstract socket

    const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (socket < 0) return;
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
    ::sendto(socket, state.data(), state.size(), MSG_DONTWAIT | MSG_NOSIGNAL, reinterpret_cast<sockaddr*>(&address),
             size);
    ::close(socket);
}

} // namespace verbatim::core::app
