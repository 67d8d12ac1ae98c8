#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::support {

/// A reply as it came over the wire. Field names are in lower case.
struct raw_response
{
    int                                     status = 0;
    std::multimap<std::string, std::string> fields;
    std::string                             body;

    /// The field's only value; empty when absent, and an exception when it was sent more than once.
    std::string field(std::string_view name) const;
};

/// A client that says exactly what a test wants said: one blocking TCP connection to the loopback, no library between.
/// Every wait ends with std::runtime_error after `patience`, which only a broken server makes it reach.
class raw_client
{
public:
    explicit raw_client(std::uint16_t port, std::chrono::seconds timeout = std::chrono::seconds{20});
    ~raw_client();
    raw_client(raw_client&& other) noexcept;
    raw_client& operator=(raw_client&&) = delete;

    /// Sends all of it. False when the server has closed the connection meanwhile.
    bool send(std::string_view bytes);

    /// Reads one reply: its head, then a body by Content-Length (none when `to_head` or by status). Bytes behind it are
    /// kept for the next. Throws std::runtime_error when the connection ends before the reply does.
    raw_response receive(bool to_head = false);

    /// Sends and receives.
    raw_response exchange(std::string_view request);

    /// Waits for the server's end of the connection and returns what came before it. A reset counts as an end when
    /// `reset_is_fine`.
    std::string receive_to_end(bool allow_reset = false);

    /// Whether the server has closed: waits for it, and is false when something else came.
    bool is_closed() { return receive_to_end(true).empty(); }

    /// Reads until the bytes kept hold `text`, without taking them.
    void wait_for(std::string_view text);

    /// Exactly so many bytes.
    std::string receive_bytes(std::size_t count);

    void finish_sending();
    void close();

    /// For a test that speaks TLS over it.
    int descriptor() const noexcept { return socket_; }

private:
    bool fill();

    int         socket_ = -1;
    std::string buffer_;
};

/// One request on a connection of its own, which the server is asked to close.
raw_response send_request(std::uint16_t port, std::string_view method, std::string_view target,
                          std::string_view body = {}, const std::map<std::string, std::string>& fields = {});

} // namespace verbatim::support
