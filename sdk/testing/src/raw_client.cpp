#include "verbatim/testing/raw_client.hpp"

#include "verbatim/sdk/text.hpp"

#include <arpa/inet.h>
#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>
#include <utility>

namespace verbatim::testing {

namespace {

raw_response parse_head(std::string_view head)
{
    raw_response response;
    if (!head.starts_with("HTTP/1.1 ")) throw std::runtime_error{"not an HTTP response"};
    response.status = std::stoi(std::string{head.substr(9, 3)});
    for (auto at = head.find("\r\n") + 2; at < head.size();)
    {
        const auto end   = head.find("\r\n", at);
        const auto line  = head.substr(at, end - at);
        const auto colon = line.find(':');
        if (colon == line.npos) throw std::runtime_error{"response header without a colon"};
        response.fields.emplace(sdk::ascii::lowercase(line.substr(0, colon)),
                                sdk::ascii::trimmed(line.substr(colon + 1), " "));
        at = end + 2;
    }
    return response;
}

} // namespace

std::string raw_response::field(std::string_view name) const
{
    const auto [first, last] = fields.equal_range(std::string{name});
    if (first == last) return {};
    if (std::next(first) != last) throw std::runtime_error{"duplicate response header"};
    return first->second;
}

raw_client::raw_client(std::uint16_t port, std::chrono::seconds timeout)
    : raw_client{::socket(AF_INET, SOCK_STREAM, 0), port, timeout}
{}

raw_client raw_client::over_socket(int socket, std::uint16_t port) { return raw_client{socket, port, default_timeout}; }

raw_client::raw_client(int socket, std::uint16_t port, std::chrono::seconds timeout)
    : socket_{socket}
{
    const timeval interval{.tv_sec = timeout.count(), .tv_usec = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &interval, sizeof interval);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &interval, sizeof interval);
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);

    sockaddr_in address{};
    address.sin_family      = AF_INET;
    address.sin_port        = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    {
        close();
        throw std::runtime_error{"cannot connect to the server"};
    }
}

raw_client::~raw_client() { close(); }

raw_client::raw_client(raw_client&& other) noexcept
    : socket_{std::exchange(other.socket_, -1)}
    , buffer_{std::move(other.buffer_)}
{}

bool raw_client::send(std::string_view bytes)
{
    while (!bytes.empty())
    {
        const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && (errno == EPIPE || errno == ECONNRESET)) return false;
        if (sent < 0) throw std::runtime_error{"sending to the server failed"};
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

/// Returns false at the end of the connection.
bool raw_client::fill()
{
    char       piece[16 * 1024];
    const auto count = ::recv(socket_, piece, sizeof piece, 0);
    if (count < 0) throw std::runtime_error{errno == ECONNRESET ? "connection reset" : "no response from the server"};
    buffer_.append(piece, static_cast<std::size_t>(count));
    return count != 0;
}

void raw_client::wait_for(std::string_view text)
{
    while (buffer_.find(text) == buffer_.npos)
        if (!fill()) throw std::runtime_error{"connection ended before the expected text"};
}

std::string raw_client::receive_bytes(std::size_t count)
{
    while (buffer_.size() < count)
        if (!fill()) throw std::runtime_error{"connection ended too early"};
    auto taken = buffer_.substr(0, count);
    buffer_.erase(0, count);
    return taken;
}

raw_response raw_client::receive(bool to_head)
{
    wait_for("\r\n\r\n");
    const auto end      = buffer_.find("\r\n\r\n");
    auto       response = parse_head(std::string_view{buffer_}.substr(0, end + 2));
    const auto length   = response.field("content-length");
    buffer_.erase(0, end + 4);
    if (!to_head && !length.empty()) response.body = receive_bytes(std::stoul(length));
    return response;
}

raw_response raw_client::exchange(std::string_view request)
{
    send(request);
    return receive();
}

std::string raw_client::receive_to_end(bool allow_reset)
{
    try
    {
        while (fill())
        {}
    }
    catch (const std::runtime_error& failure)
    {
        if (!allow_reset || failure.what() != std::string_view{"connection reset"}) throw;
    }
    return std::exchange(buffer_, {});
}

void raw_client::finish_sending() { ::shutdown(socket_, SHUT_WR); }

void raw_client::close()
{
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
}

raw_response send_request(std::uint16_t port, std::string_view method, std::string_view target, std::string_view body,
                          const std::map<std::string, std::string>& fields)
{
    std::string request{method};
    request.append(" ").append(target).append(" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
    for (const auto& [name, value] : fields) request.append(name).append(": ").append(value).append("\r\n");
    if (!body.empty() || method == "POST")
        request.append("Content-Length: ").append(std::to_string(body.size())).append("\r\n");
    request.append("\r\n").append(body);

    raw_client client{port};
    client.send(request);
    return client.receive(method == "HEAD");
}

} // namespace verbatim::testing
