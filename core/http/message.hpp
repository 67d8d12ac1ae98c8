#pragma once

#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::core::http {

/// In bytes.
inline constexpr std::size_t max_tracestate = 512;

/// The head of one request, with valid framing: only what routing needs. Views live as long as the exchange.
struct request_head
{
    std::string_view                host;          ///< with its port, if it has one; empty without the field
    std::string_view                method;        ///< as sent, case-sensitive
    std::string_view                path;          ///< before '?', not decoded
    std::string_view                query;         ///< after '?', not decoded
    std::optional<std::string_view> authorization; ///< none when absent or sent more than once
    std::string_view                if_none_match;
    std::string_view                accept_encoding;
    std::string                     accept;          ///< all fields joined by commas
    std::optional<std::string_view> request_id;      ///< X-Request-ID; none when absent or sent more than once
    std::optional<std::string_view> traceparent;     ///< none when absent or sent more than once
    std::string                     tracestate;      ///< all fields joined by commas; empty over max_tracestate bytes
    std::string                     prefer;          ///< all fields joined by commas
    std::optional<std::string>      idempotency_key; ///< all fields joined by commas
    std::string                     last_event_id;   ///< all fields joined by commas
    std::optional<std::size_t>      content_length;  ///< none with chunked encoding or without a body
};

/// A response. The session adds Content-Length, Connection and Date.
struct response
{
    int                                                   status       = 200;
    std::string_view                                      content_type = "application/json";
    std::vector<std::pair<std::string_view, std::string>> headers; ///< names are constants
    std::string                                           body;
    std::shared_ptr<const std::string> shared_body;       ///< instead of `body`, for bytes that never change
    bool                               head_only = false; ///< response to HEAD: the length without the bytes
    bool                               close     = false; ///< close the connection afterwards
    bool                               streamed  = false; ///< the exchange has sent it: nothing more is sent
};

/// One request and its connection, as the handler sees them. Lives on the connection's thread.
class exchange
{
public:
    virtual ~exchange() = default;

    virtual const request_head& head() const noexcept = 0;

    /// Reads the whole body. None: the body exceeds `limit` bytes; nothing more is read and the connection closes after
    /// the response. Throws sdk::error, after which the response closes the connection: {bad_request} when the body is
    /// malformed or incomplete, {request_timeout} when it arrives too slowly, {overloaded} when it waited too long for
    /// memory. The body counts against the budget, and against the share of `owner` in it, until the response is made.
    /// `owner` is borrowed until the task ends.
    virtual sdk::task<std::optional<std::string>> read_body(std::size_t limit, std::string_view owner) = 0;

    /// Counts `bytes` against the budget for the body that was read, if that is more than counts already. Throws
    /// sdk::error: {payload_too_large} if one owner never has so much, {overloaded} if there is no room now.
    virtual void hold_memory(std::size_t bytes) = 0;

    /// When the handler will have responded to the request with this id. Should its thread be blocked then, or when the
    /// server stops, another one sends `handler::respond_late`, or over TLS ends the connection.
    virtual void expect_response_by(std::chrono::steady_clock::time_point deadline, std::string_view request_id) = 0;

    /// Whether the server has cancelled the handler because it stops. The handler may still respond.
    virtual bool is_cut_off() const noexcept = 0;

    /// Begins a response of unknown length: the head of `response`, then the bytes of each `send`, then the end of the
    /// connection. The handler returns a streamed response afterwards. Once, after the body was read. [may wait]
    virtual sdk::task<> begin_stream(response response) = 0;

    /// Returns when the system has accepted all bytes, so that a slow client slows the handler. A client that reads too
    /// slowly or disconnects cancels the handler. [may wait]
    virtual sdk::task<> send(std::string bytes) = 0;
};

/// Makes the responses of a server. When the client disconnects while `respond` runs, or the server stops, that task is
/// cancelled.
class handler
{
public:
    virtual ~handler() = default;

    /// A response that needs neither a wait nor the body, for example to a health check. None: `respond` is called.
    /// Must not throw.
    virtual std::optional<response> immediate_response(const request_head& head) = 0;

    /// Throws only when cancelled.
    virtual sdk::task<response> respond(exchange& exchange) = 0;

    /// The response to input that is no valid request, or is not accepted: 400, 408, 413, 431, 500 or 503.
    virtual response refuse(int status) = 0;

    /// The response to a request whose thread is blocked at its deadline or, if it is cut off, when the server stops.
    /// [any thread]
    virtual response respond_late(std::string_view request_id, bool is_cut_off) = 0;
};

} // namespace verbatim::core::http
