#include "llm/call_errors.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace verbatim::core::llm {

namespace {

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

    sdk::error error{effects_of(cause).code, std::move(note)};
    error.cause = cause;
    if (error.code() == sdk::errc::payload_too_large)
        error.message = "The model cannot read so much text at once: send fewer or shorter records";
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
