#pragma once

#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace verbatim::core::http_client {

/// In bytes. Typical responses have a few kilobytes; the limit bounds memory.
inline constexpr std::size_t default_max_response_bytes = 16 * 1024 * 1024;

enum class request_method
{
    get,
    post,
};

/// Receives the body of a response while it arrives, decompressed. Used on the thread of the request.
class body_sink
{
public:
    virtual ~body_sink() = default;

    /// False: the response is too large, and ends here.
    virtual bool take(std::string_view bytes) = 0;
};

/// A request for a response in JSON, unless a header says otherwise. The views are borrowed until send() ends.
struct request
{
    request_method               method = request_method::post;
    std::string_view             url;
    std::span<const std::string> headers;     ///< lines such as "Metadata: true", or "Metadata;" for an empty value
    std::string_view             request_id;  ///< sent as X-Request-ID unless empty
    std::string_view             traceparent; ///< sent unless empty
    std::string_view             tracestate;  ///< sent unless empty
    std::string_view             body;        ///< of a POST only
    std::string_view             content_type = "application/json"; ///< of the body
    std::chrono::milliseconds    budget{0};                         ///< from the start to the last byte; at least 1 ms
    std::size_t                  max_response_bytes = default_max_response_bytes; ///< decompressed

    /// Longest times without a byte of the body: before the first one, and between two. 0: until the budget ends.
    std::chrono::milliseconds first_silence{0};
    std::chrono::milliseconds silence{0};

    body_sink* sink = nullptr; ///< null: response::body receives the body

    /// The string that `body` views, if the transport may clear it once it is sent: `body` then dangles, and this
    /// request cannot be sent again. Null: the body is kept.
    std::string* clearable_body = nullptr;
};

/// The response, or the reason why there is none.
struct response
{
    enum class exchange_status
    {
        completed,
        timed_out,
        unresolved,    ///< the host name has no address, or name resolution failed
        not_connected, ///< no address of the host accepted a connection
        tls_failed,    ///< no TLS handshake
        untrusted,     ///< the certificate of the host is not trusted
        disconnected,  ///< the connection ended before the first byte of a response
        too_large,     ///< more than max_response_bytes, or too many headers
        unauthorized,  ///< nothing was sent, because there are no valid credentials
        failed,        ///< a response that ended early or is not HTTP
        refused,       ///< the address filter accepted no address of the host
    };

    exchange_status                     exchange = exchange_status::failed;
    int                                 status   = 0;
    std::optional<std::chrono::seconds> retry_after; ///< requested wait, from 1 s to an hour
    std::string body; ///< what arrived of it, also if the exchange is not completed; empty with a sink
};

/// One word for the log: "status" if the exchange is completed, otherwise the error.
std::string_view to_string(response::exchange_status exchange) noexcept;

/// Sends requests, one attempt each. Follows no redirect; never sends a POST again after a byte of its body has been
/// sent. [any thread, if no other thread runs its io_context]
class transport
{
public:
    virtual ~transport() = default;

    /// Throws only for cancellation, which closes the connection at once. [may wait]
    virtual sdk::task<response> send(const request& request) = 0;
};

/// Uses libcurl on the io_context of the caller. Each io_context keeps up to `connections` connections open for later
/// requests, in addition to those of other transports, and closes them when it is destroyed. The transport outlives the
/// io_contexts that use it.
std::unique_ptr<transport> make_curl_transport(std::size_t connections);

/// Whether to connect to this IP address. [any thread]
using address_filter = std::function<bool(std::string_view address)>;

/// The same with a new connection for each request, to an address that the filter accepts: another transport may have
/// opened a connection to one that it does not.
std::unique_ptr<transport> make_filtered_transport(address_filter accept);

} // namespace verbatim::core::http_client
