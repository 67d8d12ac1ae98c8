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

} // namespace verbatim::core::usage
