#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace verbatim::core::llm {

/// How one attempt ended. What the provider said about a failure is not part of it: it was read once, to choose among
/// these.
enum class attempt_status
{
    completed,
    timed_out,        ///< by our clock, or HTTP 408
    rate_limited,     ///< HTTP 429
    refused,          ///< under the provider's content policy
    disconnected,     ///< the connection ended before a byte of the answer
    failed,           ///< any other status, or no connection
    invalid_response, ///< an answer came that nobody can read
};

/// What a reply says was used: providers leave out one or both.
struct token_count
{
    std::optional<std::int32_t> input;
    std::optional<std::int32_t> output;

    friend bool operator==(const token_count&, const token_count&) = default;
};

/// What one attempt brought.
struct attempt_result
{
    attempt_status                      status = attempt_status::failed;
    std::string                         text;  ///< of the answer; may be blank
    std::string                         model; ///< as the reply names itself; empty when it does not, or not decently
    token_count                         tokens;
    std::optional<std::chrono::seconds> retry_after;     ///< asked for by the provider
    int                                 http_status = 0; ///< HTTP; 0 without one
};

} // namespace verbatim::core::llm
