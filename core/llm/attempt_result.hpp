#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace verbatim::core::llm {

/// How one attempt ended. The provider's error text is only read to choose the status, and then discarded.
enum class attempt_status
{
    completed,
    timed_out,        ///< local timeout, or HTTP 408
    rate_limited,     ///< HTTP 429
    refused,          ///< under the provider's content policy
    disconnected,     ///< the connection ended before the first byte of a response
    failed,           ///< any other status, or no connection
    invalid_response, ///< a response that cannot be parsed or is not accepted
};

/// Reported tokens; providers may omit any of them.
struct token_count
{
    std::optional<std::int32_t> input; ///< all of them, also those of a cache
    std::optional<std::int32_t> output;
    std::int32_t                cached        = 0; ///< part of `input`, read from a cache
    std::int32_t                cache_written = 0; ///< part of `input`, written to a cache

    friend bool operator==(const token_count&, const token_count&) = default;
};

/// The tier that the provider charges for, where it has several.
enum class service_tier
{
    standard,
    flex,
    priority,
};

/// Result of one attempt.
struct attempt_result
{
    attempt_status                      status = attempt_status::failed;
    std::string                         text;  ///< of the completion; may be blank
    std::string                         model; ///< reported by the provider; empty when absent or invalid
    token_count                         tokens;
    std::optional<std::chrono::seconds> retry_after;     ///< requested by the provider
    int                                 http_status = 0; ///< 0 without an HTTP response
    service_tier                        tier        = service_tier::standard;
};

} // namespace verbatim::core::llm
