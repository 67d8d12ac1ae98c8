#pragma once

#include "support/server_process.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace verbatim::e2e {

/// A systemd notification socket.
class notify_socket
{
public:
    /// A leading '@' selects the abstract namespace.
    explicit notify_socket(std::string name)
        : name_{std::move(name)}
        , socket_{::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)}
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        name_.copy(address.sun_path, sizeof address.sun_path - 1);
        if (name_.front() == '@') address.sun_path[0] = '\0';
        const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name_.size());
        BOOST_REQUIRE(::bind(socket_, reinterpret_cast<sockaddr*>(&address), size) == 0);
        const timeval timeout{.tv_sec = 60, .tv_usec = 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    }
    ~notify_socket() { ::close(socket_); }
    notify_socket(const notify_socket&)            = delete;
    notify_socket& operator=(const notify_socket&) = delete;

    support::server_process::environment settings() const { return {{"NOTIFY_SOCKET", name_}}; }

    std::string receive() const
    {
        char       word[64];
        const auto size = ::recv(socket_, word, sizeof word, 0);
        return {word, size > 0 ? static_cast<std::size_t>(size) : 0};
    }

    /// Discards what has arrived.
    void drain() const
    {
        char word[64];
        while (::recv(socket_, word, sizeof word, MSG_DONTWAIT) > 0)
        {}
    }

private:
    std::string name_;
    int         socket_;
};

} // namespace verbatim::e2e
