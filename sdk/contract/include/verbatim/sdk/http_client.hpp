#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/literal.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Requests of an operation to servers that the operator lists in PLUGINS_HTTP_ORIGINS.
namespace verbatim::sdk {

enum class http_method
{
    get,
    post,
};

/// A parameter of a query, or a header.
struct http_field
{
    literal     name;
    std::string value;
};

/// The answer of the other server. The host follows no redirect, so its status may be 302.
struct http_response
{
    int         status = 200;
    std::string body;
};

struct http_request
{
    std::string              origin; ///< "https://geo.example.org", as the operator lists it
    http_method              method = http_method::get;
    literal                  path   = "/";
    std::vector<std::string> segments; ///< appended to the path, each after a slash and percent-encoded
    std::vector<http_field>  query;    ///< values are percent-encoded
    std::vector<http_field>  headers;  ///< "Authorization"; the host sets those of the connection and of the body
    std::string              body;     ///< of a POST, at most 1 MiB. Redact texts of records in it
    literal                  content_type = "application/json"; ///< of the body
    /// From the start to the last byte, and as long before for a place at the origin. The deadline ends both earlier.
    std::chrono::milliseconds timeout{10'000};
    std::size_t               max_response_bytes = 1u << 20; ///< decompressed; at most 16 MiB
    http_response             expected;                      ///< of a dry run, which sends nothing
};

/// The operator or a rule of this header forbids the request, and nothing was sent. The note has the rule in one word:
/// `origin`, `address`, `record_text`, `path`, `query`, `header` or `size`.
inline constexpr declared_error http_refused{
    .code = "http_refused", .status = 502, .message = "The server does not allow a request that this operation needs."};
/// No connection, no HTTP, or too many failures of this origin before; `cause` says which.
inline constexpr declared_error http_failed{
    .code = "http_failed", .status = 502, .message = "Another server that this operation needs did not respond."};
inline constexpr declared_error http_timeout{
    .code = "http_timeout", .status = 504, .message = "Another server that this operation needs took too long."};
inline constexpr declared_error http_too_large{
    .code = "http_too_large", .status = 502, .message = "Another server that this operation needs sent too much."};

/// Sends requests of one call, each once and over a connection of its own. Certificates are verified. Requests end with
/// the call.
///
/// No text of a record leaves in a URL or a header: a segment, a value of the query or a value of a header is refused
/// if it shares a run of 8 bytes with a screened text of the call's request. The comparison ignores ASCII case and all
/// ASCII characters that are neither letters nor digits. Shorter values, ids, metadata and bodies are not checked.
class VERBATIM_SDK_API http_client
{
public:
    http_client()                              = default;
    http_client(const http_client&)            = delete;
    http_client& operator=(const http_client&) = delete;
    virtual ~http_client();

    /// The response with any status, or one of the errors above. An operation that lets the error pass lists it in its
    /// descriptor. Throws only when the call is cancelled. `request` is borrowed until the task has ended. [call] [may
    /// wait]
    virtual task<result<http_response>> try_send(const http_request& request) = 0;
};

/// Whether the client of a call whose request has these screened texts refuses such a request as `record_text`. Takes
/// O(n log v) time for n bytes, of which v are in the URL and the headers. [any thread]
VERBATIM_SDK_API bool holds_text(const http_request& request, std::span<const std::string_view> texts);

} // namespace verbatim::sdk
