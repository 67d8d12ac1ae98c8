#include "usage/attempt.hpp"

namespace verbatim::core::usage {

std::string_view to_string(failure why) noexcept
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

std::optional<failure> failure_of(std::string_view name) noexcept
{
    for (const failure one : {failure::llm_timeout, failure::llm_rate_limited, failure::content_policy_violation,
                              failure::llm_error, failure::invalid_response, failure::cancelled})
        if (to_string(one) == name) return one;
    return std::nullopt;
}

} // namespace verbatim::core::usage
