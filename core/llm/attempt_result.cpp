#include "llm/attempt_result.hpp"

namespace verbatim::core::llm {

attempt_result failed_attempt(sdk::failure_cause cause)
{
    attempt_result result;
    result.cause = cause;
    return result;
}

recording::error_class error_class_of(sdk::failure_cause cause) noexcept
{
    using enum sdk::failure_cause;
    using recording::error_class;
    switch (cause)
    {
    case timeout: return error_class::llm_timeout;
    case rate_limited: return error_class::llm_rate_limited;
    case policy: return error_class::content_policy_violation;
    case truncated:
    case prompt_cut:
    case unreadable: return error_class::invalid_response;
    case cancelled: return error_class::cancelled;
    case unauthorized:
    case not_found:
    case invalid_request:
    case quota_exhausted:
    case context_exceeded:
    case server_error:
    case dns:
    case connect:
    case tls:
    case certificate:
    case disconnected:
    case interrupted: break;
    }
    return error_class::llm_error;
}

} // namespace verbatim::core::llm
