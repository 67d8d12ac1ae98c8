#include "support/raw_client.hpp"

#include <arpa/inet.h>
#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <utility>

namespace verbatim::support {

namespace {

std::string lower(std::string_view text)
{
    std::string made{text};
    std::transform(made.begin(), made.end(), made.begin(), [](unsigned char c) { return std::tolower(c); });
    return made;
}

std::string_view trim(std::string_view text)
{
    const auto first = text.find_first_not_of(' ');
    return first == text.npos ? std::string_view{} : text.substr(first);
}

raw_reply parse_head(std::string_view head)
{
    raw_reply made;
    if (!head.starts_with("HTTP/1.1 ")) throw std::runtime_error{"no HTTP reply"};
    made.status = std::stoi(std::string{head.substr(9, 3)});
    for (auto at = head.find("\r\n") + 2; at < head.size();)
    {
        const auto end   = head.find("\r\n", at);
        const auto line  = head.substr(at, end - at);
        const auto colon = line.find(':');
        if (colon == line.npos) throw std::runtime_error{"a reply's field without a colon"};
        made.fields.emplace(lower(line.substr(0, colon)), trim(line.substr(colon + 1)));
        at = end + 2;
    }
    return made;
}

} // namespace

std::string raw_reply::field(std::string_view name) const
{
    const auto [first, last] = fields.equal_range(std::string{name});
    if (first == last) return {};
    if (std::next(first) != last) throw std::runtime_error{"a field was sent twice"};
    return first->second;
}

raw_client::raw_client(std::uint16_t port, std::chrono::seconds patience)
    : socket_{::socket(AF_INET, SOCK_STREAM, 0)}
{
    const timeval limit{.tv_sec = patience.count(), .tv_usec = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);

    sockaddr_in where{};
    where.sin_family      = AF_INET;
    where.sin_port        = htons(port);
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&where), sizeof where) != 0)
    {
        close();
        throw std::runtime_error{"no connection to the server"};
    }
}

raw_client::~raw_client() { close(); }

raw_client::raw_client(raw_client&& other) noexcept
    : socket_{std::exchange(other.socket_, -1)}
    , kept_{std::move(other.kept_)}
{}

bool raw_client::send(std::string_view bytes)
{
    while (!bytes.empty())
    {
        const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && (errno == EPIPE || errno == ECONNRESET)) return false;
        if (sent < 0) throw std::runtime_error{"the server does not take what is sent"};
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

/// False at the end of the connection.
bool raw_client::fill()
{
    char       piece[16 * 1024];
    const auto count = ::recv(socket_, piece, sizeof piece, 0);
    if (count < 0) throw std::runtime_error{errno == ECONNRESET ? "connection reset" : "the server is silent"};
    kept_.append(piece, static_cast<std::size_t>(count));
    return count != 0;
}

void raw_client::wait_for(std::string_view text)
{
    while (kept_.find(text) == kept_.npos)
        if (!fill()) throw std::runtime_error{"the connection ended before what was waited for"};
}

std::string raw_client::receive_bytes(std::size_t count)
{
    while (kept_.size() < count)
        if (!fill()) throw std::runtime_error{"the connection ended too early"};
    auto taken = kept_.substr(0, count);
    kept_.erase(0, count);
    return taken;
}

raw_reply raw_client::receive(bool to_head)
{
    wait_for("\r\n\r\n");
    const auto end    = kept_.find("\r\n\r\n");
    auto       made   = parse_head(std::string_view{kept_}.substr(0, end + 2));
    const auto length = made.field("content-length");
    kept_.erase(0, end + 4);
    if (!to_head && !length.empty()) made.body = receive_bytes(std::stoul(length));
    return made;
}

raw_reply raw_client::ask(std::string_view request)
{
    send(request);
    return receive();
}

std::string raw_client::receive_to_end(bool reset_is_fine)
{
    try
    {
        while (fill())
        {}
    }
    catch (const std::runtime_error& failure)
    {
        if (!reset_is_fine || failure.what() != std::string_view{"connection reset"}) throw;
    }
    return std::exchange(kept_, {});
}

void raw_client::finish_sending() { ::shutdown(socket_, SHUT_WR); }

void raw_client::close()
{
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
}

raw_reply ask_once(std::uint16_t port, std::string_view method, std::string_view target, std::string_view body,
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

} // namespace verbatim::support
