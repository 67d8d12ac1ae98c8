#include "openapi/error_responses.hpp"

#include "gateway/envelope.hpp"
#include "openapi/sample_errors.hpp"
#include "openapi/text.hpp"

#include "verbatim/sdk/openapi.hpp"

#include <algorithm>

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

bool has_body(const sdk::descriptor& descriptor) { return descriptor.verb != "GET"; }

bool has_parameters(const sdk::descriptor& descriptor)
{
    return !has_body(descriptor) && sdk::query_parameters(descriptor.request.schema()) != "[]";
}

/// The envelope of the failure as it would be sent.
std::string envelope(const sdk::descriptor& descriptor, errc code)
{
    return gateway::envelope(sample_error(descriptor, code), "0b6f4e0e-5b0c-4f0e-9a51-2f9a3f6d3c11").body;
}

std::string response(const sdk::descriptor& descriptor, const std::vector<errc>& codes)
{
    std::string description, examples;
    for (const auto code : codes)
    {
        const auto name = sdk::to_string(code);
        description.append(description.empty() ? "" : "\n").append(codes.size() > 1 ? "- " : "");
        description.append("`").append(name).append("`: ").append(meaning_of(code));
        examples.append(examples.empty() ? "" : ",").append(quoted(name));
        examples.append(R"(:{"value":)").append(envelope(descriptor, code)).append("}");
    }

    const auto status  = gateway::status_of(codes.front());
    auto       headers = header("X-Request-ID");
    if (status == 401) headers += "," + header("WWW-Authenticate");
    if (status == 429) headers += "," + header("Retry-After");
    return R"({"description":)" + quoted(description) + R"(,"headers":{)" + headers +
           R"(},"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Error"},"examples":{)" +
           examples + "}}}}";
}

} // namespace

std::vector<errc> errors_of(const sdk::descriptor& descriptor)
{
    const bool        uses_model = !descriptor.usage_label.empty();
    std::vector<errc> codes{errc::authentication_required, errc::internal_error, errc::usage_backend_unavailable};
    const auto        add = [&](bool possible, std::initializer_list<errc> added) {
        if (possible) codes.insert(codes.end(), added);
    };
    add(descriptor.access == sdk::access_level::superuser, {errc::forbidden});
    add(has_body(descriptor), {errc::payload_too_large, errc::json_invalid, errc::validation_error});
    add(has_parameters(descriptor), {errc::validation_error});
    add(sdk::is_screened(descriptor.request.schema()), {errc::prompt_injection_detected});
    add(uses_model, {errc::content_policy_violation, errc::llm_rate_limited, errc::llm_error, errc::analysis_timeout,
                     errc::llm_timeout});
    for (const auto code : descriptor.errors) add(true, {code});

    const auto order = [](errc code) { return std::pair{gateway::status_of(code), code}; };
    std::sort(codes.begin(), codes.end(), [&](errc left, errc right) { return order(left) < order(right); });
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    return codes;
}

std::string error_responses(const sdk::descriptor& descriptor)
{
    const auto  codes = errors_of(descriptor);
    std::string text;
    for (auto first = codes.begin(); first != codes.end();)
    {
        const auto status = gateway::status_of(*first);
        const auto last =
            std::find_if(first, codes.end(), [&](errc code) { return gateway::status_of(code) != status; });
        text += "," + quoted(std::to_string(status)) + ":" + response(descriptor, {first, last});
        first = last;
    }
    return text;
}

/// Written out, since its `fields` are there only in a 422: no declared reply has a member that may be missing.
std::string error_component()
{
    std::string codes;
    for (auto code = 0; code <= static_cast<int>(errc::llm_timeout); ++code)
        codes += (code ? "," : "") + quoted(sdk::to_string(static_cast<errc>(code)));
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
