#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace verbatim::sdk {

/// Why an attempt at a model failed: docs/reference/provider.md#causes.
enum class failure_cause : std::uint8_t
{
    unauthorized,     ///< HTTP 401 or 403
    not_found,        ///< HTTP 404
    invalid_request,  ///< any other status below 500, such as 400
    rate_limited,     ///< HTTP 429
    quota_exhausted,  ///< the account has no quota or money left, which waiting does not change
    server_error,     ///< HTTP 500 or more
    timeout,          ///< no complete response within the time of the attempt, or HTTP 408
    dns,              ///< the host name could not be resolved
    connect,          ///< no connection
    tls,              ///< the TLS handshake failed
    certificate,      ///< the provider's certificate is not trusted
    disconnected,     ///< the connection ended before the first byte of a response
    interrupted,      ///< the response ended early or is not HTTP
    truncated,        ///< the model did not write its whole output
    prompt_cut,       ///< the provider read only a part of the prompt, and reported no error
    context_exceeded, ///< the provider refused the prompt, because it is too long for the model
    unreadable,       ///< a response that cannot be used
    policy,           ///< refused under the provider's content policy
    cancelled,        ///< the client disconnected, or the time of the request ended
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
