#pragma once

#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::core::http {

/// The head of one request, checked for framing: what a router needs and nothing else. Views live as long as the
/// exchange.
struct request_head
{
    std::string_view                method;        ///< as sent, case-sensitive
    std::string_view                path;          ///< before '?', as sent (not decoded)
    std::string_view                query;         ///< after '?', as sent; empty without
    std::optional<std::string_view> authorization; ///< the header's value; none when absent or sent more than once
    std::string_view                if_none_match;
    std::string_view                accept_encoding;
    std::optional<std::size_t>      content_length; ///< none with chunked coding or without a body
};

/// What goes back. Content-Length, Connection, Date and Server are the session's.
struct response
{
    int                                                   status       = 200;
    std::string_view                                      content_type = "application/json";
    std::vector<std::pair<std::string_view, std::string>> headers; ///< names are constants
    std::string                                           body;
    std::shared_ptr<const std::string> shared_body;       ///< instead of `body`, for what is the same every time
    bool                               head_only = false; ///< answer to HEAD: length without bytes
    bool                               close     = false; ///< end the connection after it
};

/// One request being answered. Lives on its connection's thread.
class exchange
{
public:
    virtual ~exchange() = default;

    virtual const request_head& head() const noexcept = 0;

    /// Reads the whole body. None when it is over `limit` bytes: nothing more is read and the connection closes after
    /// the reply. Throws sdk::error{bad_request} or {request_timeout} when it ends or stalls, {overloaded} when it is
    /// large and there is no memory for it in time; the reply then closes the connection. A large one counts as held
    /// until the exchange is answered.
    virtual sdk::task<std::optional<std::string>> read_body(std::size_t limit) = 0;
};

/// What the server calls for each request. When the client goes away while `answer` runs, the task is cancelled.
class handler
{
public:
    virtual ~handler() = default;

    /// The reply when it can be made at once, without waiting and without a body: the fast path of a health check.
    /// None: `answer` is asked.
    virtual std::optional<response> immediate_response(const request_head& head) = 0;

    /// Never throws but for cancellation.
    virtual sdk::task<response> respond(exchange& exchange) = 0;

    /// What is said before there is a request to route: 400 bad_request, 408, 431, 503, 413. `status` picks the
    /// envelope.
    virtual response refuse(int status) = 0;
};

} // namespace verbatim::core::http
