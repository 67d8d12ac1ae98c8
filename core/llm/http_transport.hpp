#pragma once

#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::llm {

/// In bytes. An honest answer is a few kilobytes; more than this is somebody's mistake and would be ours to hold in
/// memory.
inline constexpr std::size_t default_max_response_bytes = 16 * 1024 * 1024;

/// One POST of JSON. Everything viewed is borrowed until its answer is there.
struct http_request
{
    std::string_view          url;
    std::string_view          authorization; ///< a whole header line; empty: none is sent
    std::string_view          request_id;    ///< sent as X-Request-ID
    std::string_view          body;
    std::chrono::milliseconds budget{0}; ///< from the start to the last byte; at least 1 ms
    std::size_t               max_response_bytes = default_max_response_bytes;
};

/// What came back, or how it failed to.
struct http_response
{
    enum class exchange_status
    {
        completed,
        timed_out,
        disconnected, ///< the connection ended before a byte of the answer
        too_large,    ///< more than was allowed
        failed,       ///< no connection, no trust in its certificate, or an answer that is no HTTP
    };

    exchange_status exchange = exchange_status::failed;
    int             status   = 0;
    std::string     retry_after; ///< the header's value
    std::string     body;
};

/// Carries requests to a provider. One attempt each: it follows no redirect and tries nothing twice once a byte of the
/// body has left. [any thread whose io_context it alone runs]
class http_transport
{
public:
    virtual ~http_transport() = default;

    /// Never throws but for cancellation, which closes the connection at once. [may wait]
    virtual sdk::task<http_response> send(const http_request& request) = 0;
};

/// Over libcurl, driven by the io_context that the caller runs on. Each io_context keeps up to `connections` of its own
/// open for later requests; they close with it.
std::unique_ptr<http_transport> make_curl_transport(std::size_t connections);

} // namespace verbatim::core::llm
