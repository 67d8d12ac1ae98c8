#include "llm/call_errors.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace verbatim::core::llm {

namespace {

bool is_too_long(sdk::failure_cause cause)
{
    return cause == sdk::failure_cause::context_exceeded || cause == sdk::failure_cause::prompt_cut;
}

sdk::errc code_of(sdk::failure_cause cause)
{
    if (is_too_long(cause)) return sdk::errc::payload_too_large;
    using enum recording::error_class;
    switch (error_class_of(cause))
    {
    case llm_timeout: return sdk::errc::llm_timeout;
    case llm_rate_limited: return sdk::errc::llm_rate_limited;
    case content_policy_violation: return sdk::errc::content_policy_violation;
    case llm_error:
    case invalid_response:
    case cancelled:
    case unfinished: break;
    }
    return sdk::errc::llm_error;
}

std::string suspension_note(std::span<const target_model> connections)
{
    return "connection suspended: " + connections.front().connection.name +
           (connections.size() > 1 ? " and its fallbacks" : "");
}

} // namespace

sdk::error attempt_error(const attempt_result& last)
{
    const auto  cause = last.cause.value_or(sdk::failure_cause::unreadable);
    std::string note{sdk::to_string(cause)};
    if (last.http_status != 0) note += ", provider status " + std::to_string(last.http_status);

    sdk::error error{code_of(cause), std::move(note)};
    error.cause = cause;
    if (is_too_long(cause)) error.message = "The model cannot read so much text at once: send fewer or shorter records";
    if (cause == sdk::failure_cause::rate_limited || cause == sdk::failure_cause::server_error)
        error.retry_after = last.retry_after;
    return error;
}

sdk::error suspension_error(std::span<const target_model> connections, std::chrono::steady_clock::time_point now)
{
    sdk::error error{sdk::errc::llm_error, suspension_note(connections)};
    error.cause = connections.front().connection.breaker.cause();

    auto next = std::chrono::steady_clock::time_point::max();
    for (const auto& target : connections) next = std::min(next, target.connection.breaker.next_admission(now));
    error.retry_after = std::max(std::chrono::ceil<std::chrono::seconds>(next - now), std::chrono::seconds{1});
    return error;
}

sdk::error deadline_error() { return sdk::error{sdk::errc::analysis_timeout, "too little time left for a model call"}; }

} // namespace verbatim::core::llm
