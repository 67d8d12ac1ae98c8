#include "gateway/envelope.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string_view.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>

namespace verbatim::core::gateway {

namespace {

using sdk::errc;

struct error_definition
{
    int              status;
    std::string_view message;
};

/// docs/reference/errors.md#error-codes
error_definition definition_of(errc code) noexcept
{
    switch (code)
    {
    case errc::bad_request: return {400, "The request is not valid HTTP"};
    case errc::authentication_required:
        return {401, "A valid API key is required. Provide it as: Authorization: Bearer <key>"};
    case errc::forbidden: return {403, "Superuser access required"};
    case errc::not_found: return {404, "Not found"};
    case errc::method_not_allowed: return {405, "Method not allowed"};
    case errc::request_timeout: return {408, "The request was not received in time"};
    case errc::conflict: return {409, "Key already exists"};
    case errc::payload_too_large: return {413, "Request body too large"};
    case errc::json_invalid: return {422, "Request body is not valid JSON"};
    case errc::validation_error: return {422, "Request validation failed"};
    case errc::prompt_injection_detected: return {422, "Input rejected: matched a known prompt-injection pattern"};
    case errc::content_policy_violation: return {422, "LLM provider rejected the request under its content policy"};
    case errc::llm_rate_limited: return {429, "LLM provider rate limit exceeded"};
    case errc::headers_too_large: return {431, "The request headers are too large"};
    case errc::internal_error: return {500, "An unexpected error occurred"};
    case errc::llm_error: return {502, "LLM provider call failed"};
    case errc::analysis_unavailable: return {502, "The analysis could not be completed"};
    case errc::usage_backend_unavailable: return {503, "Usage backend is temporarily unavailable"};
    case errc::anonymizer_unavailable: return {503, "Anonymizer is temporarily unavailable"};
    case errc::overloaded: return {503, "The server is overloaded"};
    case errc::analysis_timeout: return {504, "The analysis did not finish in time"};
    case errc::llm_timeout: return {504, "LLM provider timed out"};
    case errc::unfinished: return {409, "The request has not finished"};
    case errc::too_many_jobs: return {429, "The tenant has too many jobs"};
    case errc::tenant_limit_exceeded: return {429, "The tenant has reached its limit"};
    case errc::server_stopped: return {503, "The server stopped before the request finished"};
    case errc::operation_unavailable: return {503, "The operation is not available on this server"};
    }
    return {500, "An unexpected error occurred"};
}

/// Whether an error with this code may replace the constant message, for example by one with a token estimate.
bool allows_own_message(errc code) noexcept
{
    return code == errc::payload_too_large || code == errc::validation_error || code == errc::conflict ||
           code == errc::forbidden || code == errc::authentication_required || code == errc::tenant_limit_exceeded ||
           code == errc::server_stopped;
}

std::string json_string(std::string_view text) { return boost::json::serialize(boost::json::string_view{text}); }

/// RFC 6750, section 3. Only a 401 with a message of its own, such as that of an expired key, describes the error.
std::string challenge_of(const sdk::error& failure)
{
    if (failure.declared() || failure.message.empty()) return "Bearer";
    return R"(Bearer error="invalid_token", error_description=)" + json_string(failure.message);
}

/// The wait that a response advises: docs/reference/errors.md#retry-after.
std::optional<std::chrono::seconds> retry_after(const sdk::error& failure, int status)
{
    constexpr std::chrono::seconds usual_wait{30};
    if (status == 429 || status == 503) return failure.retry_after.value_or(usual_wait);
    const bool may_advise = failure.code() == errc::llm_error || failure.code() == errc::unfinished;
    return may_advise ? failure.retry_after : std::nullopt;
}

} // namespace

int status_of(errc code) noexcept { return definition_of(code).status; }

std::string_view message_of(const sdk::error& failure) noexcept
{
    if (failure.declared()) return failure.declared()->message;
    const bool has_own_message = allows_own_message(failure.code()) && !failure.message.empty();
    return has_own_message ? std::string_view{failure.message} : definition_of(failure.code()).message;
}

errc code_of_status(int status) noexcept
{
    switch (status)
    {
    case 408: return errc::request_timeout;
    case 413: return errc::payload_too_large;
    case 431: return errc::headers_too_large;
    case 500: return errc::internal_error;
    case 503: return errc::overloaded;
    default: return errc::bad_request;
    }
}

http::response envelope(const sdk::error& failure, std::string_view request_id)
{
    const auto& own    = failure.declared();
    const int   status = own ? own->status : status_of(failure.code());

    http::response response;
    response.status = status;
    response.body   = R"({"error":{"code":")";
    response.body.append(failure.code_name()).append(R"(","message":)").append(json_string(message_of(failure)));
    response.body.append(R"(,"request_id":")").append(request_id).append("\"");
    if (status == 422 && !failure.fields.empty())
    {
        response.body += R"(,"fields":[)";
        for (const auto& [field, issue] : failure.fields)
        {
            if (response.body.back() != '[') response.body += ',';
            response.body.append(R"({"field":)")
                .append(json_string(field))
                .append(R"(,"issue":)")
                .append(json_string(issue))
                .append("}");
        }
        response.body += ']';
    }
    response.body += "}}";

    if (status == 401) response.headers.emplace_back("WWW-Authenticate", challenge_of(failure));
    if (const auto wait = retry_after(failure, status))
        response.headers.emplace_back("Retry-After", std::to_string(std::max<long long>(1, wait->count())));
    return response;
}

} // namespace verbatim::core::gateway
