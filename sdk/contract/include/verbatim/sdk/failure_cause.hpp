#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace verbatim::sdk {

/// Why an attempt at a model failed: docs/reference/provider.md#causes.
enum class failure_cause : std::uint8_t
{
    unauthorized,     ///< status 401 or 403, or no valid token of a managed identity
    not_found,        ///< status 404
    invalid_request,  ///< any other status below 500 except 200, such as 400 or a redirect
    rate_limited,     ///< status 429
    quota_exhausted,  ///< no quota or money left: status 402, a code such as `insufficient_quota`, or a message
    server_error,     ///< status 500 or more
    timeout,          ///< no complete response within the time of the attempt; status 408
    dns,              ///< the host name could not be resolved
    connect,          ///< no address of the host accepted a connection
    tls,              ///< the TLS handshake failed
    certificate,      ///< the certificate is not trusted, or belongs to another host
    disconnected,     ///< the connection closed before the first byte of a response
    interrupted,      ///< the response ended early or is not HTTP
    truncated,        ///< the output ends at a limit
    prompt_cut,       ///< the server read only a part of the prompt, and reported no error
    context_exceeded, ///< the prompt is too long: status 413, a code such as `context_length_exceeded`, or a message
    unreadable,       ///< a response or an output that cannot be used
    policy,           ///< the provider refused under its content policy
    cancelled,        ///< the client disconnected, or the server ended the attempt
};

/// As logs, metrics and usage rows show the causes, in the order of failure_cause.
inline constexpr std::array<std::string_view, 19> failure_cause_names{
    "unauthorized",    "not_found",    "invalid_request", "rate_limited",
    "quota_exhausted", "server_error", "timeout",         "dns",
    "connect",         "tls",          "certificate",     "disconnected",
    "interrupted",     "truncated",    "prompt_cut",      "context_exceeded",
    "unreadable",      "policy",       "cancelled"};

/// "other" for a value of a later version.
constexpr std::string_view to_string(failure_cause cause) noexcept
{
    const auto index = static_cast<std::size_t>(cause);
    return index < failure_cause_names.size() ? failure_cause_names[index] : "other";
}

} // namespace verbatim::sdk
