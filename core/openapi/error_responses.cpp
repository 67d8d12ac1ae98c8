#include "openapi/error_responses.hpp"

#include "gateway/envelope.hpp"
#include "gateway/possible_errors.hpp"
#include "openapi/sample_errors.hpp"
#include "openapi/text.hpp"

#include <algorithm>
#include <span>

namespace verbatim::core::openapi {

namespace {

using sdk::errc;

/// What a caller reads of a code.
std::string_view meaning_of(errc code)
{
    switch (code)
    {
    case errc::authentication_required: return "No key was sent, or it is not valid.";
    case errc::forbidden: return "The key is valid, but not a superuser's.";
    case errc::conflict: return "What was to be made is there already.";
    case errc::payload_too_large: return "The body, or what would be sent to a model, is over its limit.";
    case errc::json_invalid:
        return "The body is not JSON. The issue names the byte and says how what stands there is escaped.";
    case errc::validation_error: return "The schema is broken; `fields` lists every place.";
    case errc::prompt_injection_detected:
        return "A text tries to steer the model; `fields` names the text and the rule.";
    case errc::content_policy_violation: return "The provider refused under its content policy.";
    case errc::llm_rate_limited:
        return "The provider limits the rate, still after every retry. Wait as long as `Retry-After` says.";
    case errc::internal_error: return "Something unexpected; the server's log tells more under the request id.";
    case errc::llm_error: return "The provider failed, or answered with what cannot be read.";
    case errc::analysis_unavailable: return "Models answered, but nothing could be concluded.";
    case errc::usage_backend_unavailable:
        return "The database of usage and keys cannot be reached; a known key goes on working.";
    case errc::analysis_timeout: return "The deadline of the request passed.";
    case errc::llm_timeout: return "The provider timed out on every attempt.";
    case errc::bad_request:
    case errc::not_found:
    case errc::method_not_allowed:
    case errc::request_timeout:
    case errc::headers_too_large:
    case errc::overloaded: break; // no route's
    }
    return "See `message`.";
}

/// One way to fail, as the document shows it.
struct documented_error
{
    int              status;
    std::string_view code;
    std::string_view meaning;
    sdk::error       sample;
};

/// Statuses ascending; the host's codes before the operation's own.
std::vector<documented_error> errors_of(const sdk::descriptor& descriptor)
{
    std::vector<documented_error> errors;
    for (const auto code : gateway::host_errors(descriptor))
        errors.push_back(
            {gateway::status_of(code), sdk::to_string(code), meaning_of(code), sample_error(descriptor, code)});
    for (const auto& own : gateway::own_errors(descriptor))
        errors.push_back({own.status, own.code, own.message, sdk::error{own}});
    std::ranges::stable_sort(errors, {}, &documented_error::status);
    return errors;
}

std::string response(std::span<const documented_error> errors)
{
    std::string description, examples;
    for (const auto& [status, code, meaning, sample] : errors)
    {
        const auto envelope = gateway::envelope(sample, "0b6f4e0e-5b0c-4f0e-9a51-2f9a3f6d3c11").body;
        description.append(description.empty() ? "" : "\n").append(errors.size() > 1 ? "- " : "");
        description.append("`").append(code).append("`: ").append(meaning);
        examples.append(examples.empty() ? "" : ",").append(quoted(code));
        examples.append(R"(:{"value":)").append(envelope).append("}");
    }

    const auto status  = errors.front().status;
    auto       headers = header("X-Request-ID");
    if (status == 401) headers += "," + header("WWW-Authenticate");
    if (status == 429) headers += "," + header("Retry-After");
    return R"({"description":)" + quoted(description) + R"(,"headers":{)" + headers +
           R"(},"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Error"},"examples":{)" +
           examples + "}}}}";
}

} // namespace

std::string error_responses(const sdk::descriptor& descriptor)
{
    const auto  errors = errors_of(descriptor);
    std::string text;
    for (auto first = errors.begin(); first != errors.end();)
    {
        const auto last =
            std::find_if(first, errors.end(), [&](const auto& error) { return error.status != first->status; });
        text += "," + quoted(std::to_string(first->status)) + ":" + response({first, last});
        first = last;
    }
    return text;
}

/// Written out, since its `fields` are there only in a 422: no declared reply has a member that may be missing.
std::string error_component(const std::vector<sdk::descriptor>& operations)
{
    std::vector<std::string_view> names;
    for (auto code = 0; code <= static_cast<int>(errc::llm_timeout); ++code)
        names.push_back(sdk::to_string(static_cast<errc>(code)));
    for (const auto& descriptor : operations)
        for (const auto& own : gateway::own_errors(descriptor))
            if (std::ranges::find(names, own.code.view()) == names.end()) names.push_back(own.code);

    std::string codes;
    for (const auto name : names) codes += (codes.empty() ? "" : ",") + quoted(name);
    return R"({"type":"object","description":"What every failure looks like.",)"
           R"("required":["error"],"properties":{"error":{"type":"object","required":["code","message","request_id"],"properties":{)"
           R"("code":{"type":"string","description":"What happened, for programs.","enum":[)" +
           codes +
           R"(]},"message":{"type":"string","description":"What happened, for people; nearly always the same for one code."},)"
           R"("request_id":{"type":"string","format":"uuid","description":"Also in the header X-Request-ID and in the server's log."},)"
           R"("fields":{"type":"array","description":"Only with 422: every problem found, in the order of the schema.","items":{)"
           R"("type":"object","required":["field","issue"],"properties":{)"
           R"("field":{"type":"string","description":"Where: `feedback_records[3].content`, a query parameter, or `body`."},)"
           R"("issue":{"type":"string","description":"The rule that was broken; never the input."}}}}}}}})";
}

} // namespace verbatim::core::openapi
