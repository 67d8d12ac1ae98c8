#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::testing {

/// A response as received. Header names are in lower case.
struct raw_response
{
    int                                     status = 0;
    std::multimap<std::string, std::string> fields;
    std::string                             body;

    /// The value of a header; empty if absent. Throws if it was sent more than once.
    std::string field(std::string_view name) const;
};

/// A blocking TCP client on the loopback interface that sends exact bytes. Waits throw std::runtime_error after
/// `timeout`.
class raw_client
{
public:
    static constexpr std::chrono::seconds default_timeout{120}; ///< as server_process; a busy machine is slow

    explicit raw_client(std::uint16_t port, std::chrono::seconds timeout = default_timeout);
    /// Connects a TCP socket that the caller has opened, and owns it from then on. For a process without a free
    /// descriptor.
    static raw_client over_socket(int socket, std::uint16_t port);
    ~raw_client();
    raw_client(raw_client&& other) noexcept;
    raw_client& operator=(raw_client&&) = delete;

    /// Sends all bytes. Returns false if the server has closed the connection.
    bool send(std::string_view bytes);

    /// Reads one response: head, then the body by Content-Length (none if `to_head`). Keeps further bytes for the next
    /// response. Throws std::runtime_error if the connection ends first.
    raw_response receive(bool to_head = false);

    /// Sends a request and receives the response.
    raw_response exchange(std::string_view request);

    /// Reads to the end of the connection. A reset counts as the end if `allow_reset`.
    std::string receive_to_end(bool allow_reset = false);

    /// Waits for the end of the connection; false if the server sent anything.
    bool is_closed() { return receive_to_end(true).empty(); }

    /// Reads until the buffer contains `text`, without removing it.
    void wait_for(std::string_view text);

    /// Reads exactly `count` bytes.
    std::string receive_bytes(std::size_t count);

    void finish_sending();
    void close();

    /// For tests that run TLS over the socket.
    int descriptor() const noexcept { return socket_; }

private:
    raw_client(int socket, std::uint16_t port, std::chrono::seconds timeout);

    bool fill();

    int         socket_ = -1;
    std::string buffer_;
};

/// Sends one request on a new connection with `Connection: close`.
raw_response send_request(std::uint16_t port, std::string_view method, std::string_view target,
                          std::string_view body = {}, const std::map<std::string, std::string>& fields = {});

} // namespace verbatim::testing
