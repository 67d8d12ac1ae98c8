#pragma once

#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::llm {

/// In bytes. Typical responses have a few kilobytes; the limit bounds memory.
inline constexpr std::size_t default_max_response_bytes = 16 * 1024 * 1024;

/// A POST of JSON. The views are borrowed until send() ends.
struct http_request
{
    std::string_view          url;
    std::string_view          authorization; ///< a whole header line; empty to send none
    std::string_view          request_id;    ///< sent as X-Request-ID
    std::string_view          body;
    std::chrono::milliseconds budget{0}; ///< from the start to the last byte; at least 1 ms
    std::size_t               max_response_bytes = default_max_response_bytes;
};

/// The response, or the reason why there is none.
struct http_response
{
    enum class exchange_status
    {
        completed,
        timed_out,
        disconnected, ///< the connection ended before the first byte of a response
        too_large,    ///< more than max_response_bytes, or too many headers
        failed,       ///< no connection, an untrusted certificate, or a response that is not HTTP
    };

    exchange_status exchange = exchange_status::failed;
    int             status   = 0;
    std::string     retry_after; ///< the header's value
    std::string     body;
};

/// Sends requests to a provider, one attempt each. Follows no redirect; never sends a request again after a byte of its
/// body has been sent. [any thread, if no other thread runs its io_context]
class http_transport
{
public:
    virtual ~http_transport() = default;

    /// Throws only for cancellation, which closes the connection at once. [may wait]
    virtual sdk::task<http_response> send(const http_request& request) = 0;
};

/// Uses libcurl on the io_context of the caller. Each io_context keeps up to `connections` connections open for later
/// requests, and closes them when it is destroyed.
std::unique_ptr<http_transport> make_curl_transport(std::size_t connections);

} // namespace verbatim::core::llm
