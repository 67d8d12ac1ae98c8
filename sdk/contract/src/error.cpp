#include "verbatim/sdk/error.hpp"

#include <utility>

namespace verbatim::sdk {

std::string_view to_string(errc code) noexcept
{
    switch (code)
    {
    case errc::bad_request: return "bad_request";
    case errc::authentication_required: return "authentication_required";
    case errc::forbidden: return "forbidden";
    case errc::not_found: return "not_found";
    case errc::method_not_allowed: return "method_not_allowed";
    case errc::request_timeout: return "request_timeout";
    case errc::conflict: return "conflict";
    case errc::payload_too_large: return "payload_too_large";
    case errc::json_invalid: return "json_invalid";
    case errc::validation_error: return "validation_error";
    case errc::prompt_injection_detected: return "prompt_injection_detected";
    case errc::content_policy_violation: return "content_policy_violation";
    case errc::llm_rate_limited: return "llm_rate_limited";
    case errc::headers_too_large: return "headers_too_large";
    case errc::internal_error: return "internal_error";
    case errc::llm_error: return "llm_error";
    case errc::analysis_unavailable: return "analysis_unavailable";
    case errc::usage_backend_unavailable: return "usage_backend_unavailable";
    case errc::anonymizer_unavailable: return "anonymizer_unavailable";
    case errc::overloaded: return "overloaded";
    case errc::analysis_timeout: return "analysis_timeout";
    case errc::llm_timeout: return "llm_timeout";
    case errc::unfinished: return "unfinished";
    case errc::too_many_jobs: return "too_many_jobs";
    case errc::tenant_limit_exceeded: return "tenant_limit_exceeded";
    case errc::server_stopped: return "server_stopped";
    case errc::operation_unavailable: return "operation_unavailable";
    }
    return "internal_error";
}

error::error(errc code, std::string note)
    : code_{code}
    , note_{std::move(note)}
{}
error::error(const declared_error& declared, std::string note)
    : code_{errc::internal_error}
    , declared_{declared}
    , note_{std::move(note)}
{}
error::~error()                           = default;
error::error(const error&)                = default;
error::error(error&&) noexcept            = default;
error& error::operator=(const error&)     = default;
error& error::operator=(error&&) noexcept = default;

const char* error::what() const noexcept { return code_name().data(); }

validation_error::validation_error(std::string field, std::string issue)
    : error{errc::validation_error}
{
    fields.push_back({std::move(field), std::move(issue)});
}
validation_error::~validation_error() = default;

programming_error::programming_error(literal mistake)
    : std::logic_error{std::string{mistake.view()}}
{}
programming_error::programming_error(declared_text, const std::string& text)
    : std::logic_error{text}
{}
programming_error::~programming_error() = default;

programming_error schema::declaration_error(const std::string& text)
{
    return {programming_error::declared_text{}, text};
}

void throw_exception_from_error(const error& failure, const boost::source_location&) { throw failure; }

} // namespace verbatim::sdk
