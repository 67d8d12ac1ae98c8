#include "verbatim/testing/free_port.hpp"

#include <arpa/inet.h>
#include <cerrno>
#include <netinet/in.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>

namespace verbatim::testing {

std::uint16_t free_port()
{
    const int   probe = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in endpoint{};
    endpoint.sin_family      = AF_INET;
    endpoint.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t  size          = sizeof endpoint;
    auto*      address       = reinterpret_cast<sockaddr*>(&endpoint);
    const bool bound   = probe >= 0 && ::bind(probe, address, size) == 0 && ::getsockname(probe, address, &size) == 0;
    const int  problem = errno;
    if (probe >= 0) ::close(probe);
    if (!bound) throw std::system_error{problem, std::generic_category(), "no free port"};
    return ntohs(endpoint.sin_port);
}

} // namespace verbatim::testing
