#include "app/supervisor.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace verbatim::core::app {

namespace {

std::optional<std::uint64_t> number_in_environment(const char* name)
{
    const char* variable = std::getenv(name);
    if (!variable) return std::nullopt;
    const std::string_view text{variable};
    std::uint64_t          number = 0;
    const auto [end, failure]     = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

} // namespace

std::optional<std::chrono::microseconds> watchdog_interval()
{
    // If they name another process, the variables were inherited by mistake: sd_watchdog_enabled(3).
    const auto pid = number_in_environment("WATCHDOG_PID");
    if (pid && *pid != static_cast<std::uint64_t>(::getpid())) return std::nullopt;
    const auto period = number_in_environment("WATCHDOG_USEC");
    if (!period || *period == 0) return std::nullopt;
    return std::chrono::microseconds{*period / 2};
}

std::string longer_stop(std::chrono::seconds time)
{
    return "EXTEND_TIMEOUT_USEC=" + std::to_string(std::chrono::microseconds{time}.count());
}

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
