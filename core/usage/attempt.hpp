#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::usage {

/// Millionths of a US dollar: what contract 23.1 stores, exactly.
using micro_usd = std::int64_t;

/// Why an attempt is an error, as stored: contract 23.1. Finer than the codes a caller sees.
enum class failure
{
    llm_timeout,
    llm_rate_limited,
    content_policy_violation,
    llm_error,
    invalid_response,
    cancelled,
};

constexpr std::string_view to_string(failure why) noexcept
{
    switch (why)
    {
    case failure::llm_timeout: return "llm_timeout";
    case failure::llm_rate_limited: return "llm_rate_limited";
    case failure::content_policy_violation: return "content_policy_violation";
    case failure::llm_error: return "llm_error";
    case failure::invalid_response: return "invalid_response";
    case failure::cancelled: return "cancelled";
    }
    return "llm_error";
}

/// The one of that name; none for another text.
std::optional<failure> failure_of(std::string_view name) noexcept;

/// One provider attempt, one row.
struct attempt
{
    std::string                                      attempt_id; ///< UUID v4, made by us; makes every write idempotent
    std::string                                      tenant_id;
    std::string                                      operation; ///< usage label of the operation
    std::string                                      call_id;   ///< the request id
    std::chrono::sys_time<std::chrono::microseconds> started;
    std::chrono::milliseconds                        duration{0};
    std::string                                      model; ///< the reply's; on failure the configured one
    std::int32_t                                     input_tokens  = 0;
    std::int32_t                                     output_tokens = 0;
    micro_usd                                        cost          = 0;
    std::optional<failure>                           failed; ///< none: status `ok`
};

} // namespace verbatim::core::usage
