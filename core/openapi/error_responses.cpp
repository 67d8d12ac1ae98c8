#include "openapi/error_responses.hpp"

#include "gateway/deferral.hpp"
#include "gateway/descriptor_facts.hpp"
#include "gateway/envelope.hpp"
#include "gateway/possible_errors.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <span>

namespace verbatim::core::openapi {

namespace {

using sdk::errc;

std::string_view description_of(errc code, const sdk::descriptor& descriptor)
{
    switch (code)
    {
    case errc::authentication_required: return "The API key is missing or not valid.";
    case errc::forbidden:
        return gateway::has_tenant_limits(descriptor) ? "The tenant may not use this operation."
                                                      : "The operation needs a superuser key.";
    case errc::conflict:
        return gateway::is_deferrable(descriptor) ? "The idempotency key belongs to another request."
                                                  : "The resource already exists.";
    case errc::payload_too_large:
        return "The body, a text for a model, or the model calls of the request exceed a limit.";
    case errc::json_invalid: return "The body is not JSON. The issue names the byte and how to escape it.";
    case errc::validation_error: return "The request violates its schema; `fields` lists every problem.";
    case errc::prompt_injection_detected:
        return "A text matches a known prompt-injection pattern; `fields` names the text and the rule.";
    case errc::content_policy_violation: return "The model provider rejected the request under its content policy.";
    case errc::llm_rate_limited:
        return "The model provider limited the rate on every attempt. Wait for the seconds in `Retry-After`.";
    case errc::internal_error: return "Unexpected error. The server's log has details under the request id.";
    case errc::llm_error:
        return "The model provider failed or returned an unreadable response. If `Retry-After` is present, wait for "
               "these seconds.";
    case errc::analysis_unavailable: return "Models responded, but no result could be derived.";
    case errc::usage_backend_unavailable:
        return "The database of usage and keys is unreachable. Keys that the server knows keep working.";
    case errc::anonymizer_unavailable:
        return "The analyzer of personal data failed, so no text was sent to a model. Try again later.";
    case errc::overloaded: return "The server has no room for the request. Wait for the seconds in `Retry-After`.";
    case errc::analysis_timeout: return "The request's deadline passed.";
    case errc::llm_timeout: return "The model provider timed out on every attempt.";
    case errc::unfinished: return "The request has not finished. Wait for the seconds in `Retry-After`.";
    case errc::too_many_jobs:
        return "The jobs of the tenant have reached a limit. Wait for the seconds in `Retry-After`, or erase jobs.";
    case errc::tenant_limit_exceeded:
        return "The tenant has reached the limit in `message`. Wait for the seconds in `Retry-After`.";
    case errc::server_stopped: return "The server stopped before the request finished. Send the request again.";
    case errc::not_found: return "The tenant has no such job or key, or the job has no answer.";
    case errc::bad_request:
    case errc::method_not_allowed:
    case errc::operation_unavailable:
    case errc::request_timeout:
    case errc::headers_too_large: break; // not specific to a route
    }
    return "See `message`.";
}

/// An error in the document.
struct documented_error
{
    int              status;
    std::string_view code;
    std::string_view description;
    sdk::error       sample;
    bool             is_shared; ///< the same for every operation
};

/// By ascending status; codes of the host before those of the operation.
std::vector<documented_error> errors_of(const sdk::descriptor& descriptor)
{
    std::vector<documented_error> errors;
    for (const auto code : gateway::host_errors(descriptor))
    {
        const bool names_fields = code == errc::validation_error || code == errc::prompt_injection_detected;
        errors.push_back({gateway::status_of(code), sdk::to_string(code), description_of(code, descriptor),
                          sample_error(descriptor, code), !names_fields});
    }
    for (const auto& own : gateway::own_errors(descriptor))
        errors.push_back({own.status, own.code, own.message, sdk::error{own}, false});
    std::ranges::stable_sort(errors, {}, &documented_error::status);
    return errors;
}

std::string response(std::span<const documented_error> errors)
{
    std::string description;
    json_object examples;
    for (const auto& error : errors)
    {
        const auto envelope = gateway::envelope(error.sample, "01a1fd70-f2cf-7f0e-9a51-2f9a3f6d3c11").body;
        description.append(description.empty() ? "" : "\n").append(errors.size() > 1 ? "- " : "");
        description.append("`").append(error.code).append("`: ").append(error.description);
        examples.member(error.code, json_object{}.member("value", envelope).str());
    }

    const auto  status = errors.front().status;
    json_object headers;
    headers.member("X-Request-ID", reference("headers", "X-Request-ID"));
    if (status == 401) headers.member("WWW-Authenticate", reference("headers", "WWW-Authenticate"));
    const bool advises_wait = std::ranges::any_of(errors, [](const auto& error) {
        return error.code == sdk::to_string(errc::llm_error) || error.code == sdk::to_string(errc::unfinished);
    });
    if (status == 429 || status == 503 || advises_wait)
        headers.member("Retry-After", reference("headers", "Retry-After"));

    const auto content =
        json_object{}.member("schema", reference("schemas", "Error")).member("examples", examples.str());
    return json_object{}
        .text("description", description)
        .member("headers", headers.str())
        .member("content", json_object{}.member("application/json", content.str()).str())
        .str();
}

/// The name of a shared response from its codes, such as LlmErrorOrAnalysisUnavailable.
std::string shared_name(std::span<const documented_error> errors)
{
    std::string name;
    for (const auto& error : errors)
    {
        if (!name.empty()) name += "Or";
        name += sdk::ascii::pascal_case(error.code);
    }
    return name;
}

} // namespace

void add_error_responses(const sdk::descriptor& descriptor, json_object& responses, shared_responses& shared)
{
    const auto errors = errors_of(descriptor);
    for (auto first = errors.begin(); first != errors.end();)
    {
        const auto last =
            std::find_if(first, errors.end(), [&](const auto& error) { return error.status != first->status; });
        const std::span<const documented_error> same_status{first, last};

        auto text = response(same_status);
        if (std::ranges::all_of(same_status, &documented_error::is_shared))
        {
            const auto name = shared_name(same_status);
            shared[name]    = std::move(text);
            text            = reference("responses", name);
        }
        responses.member(std::to_string(first->status), text);
        first = last;
    }
}

/// Written as text, because `fields` may be absent: a declared response has no optional member.
void add_error_schemas(const std::vector<sdk::descriptor>& operations, json_object& schemas)
{
    std::vector<std::string_view> names;
    for (auto code = 0; code <= static_cast<int>(sdk::last_errc); ++code)
        names.push_back(sdk::to_string(static_cast<errc>(code)));
    for (const auto& descriptor : operations)
        for (const auto& own : gateway::own_errors(descriptor))
            if (std::ranges::find(names, own.code.view()) == names.end()) names.push_back(own.code);

    std::string codes;
    for (const auto name : names) codes += (codes.empty() ? "" : ",") + json_string(name);

    schemas
        .member("Error", R"({"type":"object","description":"The body of every error response.","required":["error"],
"properties":{"error":{"$ref":"#/components/schemas/ErrorDetails"}}})")
        .member("ErrorDetails",
                R"({"type":"object","description":"Details of the error.","required":["code","message","request_id"],
"properties":{"code":{"$ref":"#/components/schemas/ErrorCode"},
"message":{"type":"string","description":"For people. Constant for most codes."},
"request_id":{"type":"string","format":"uuid","description":"Also in the header X-Request-ID and in the server's log."},
"fields":{"type":"array","description":"Only with status 422: every problem, in the order of the schema.",
"items":{"$ref":"#/components/schemas/FieldIssue"}}}})")
        .member("ErrorCode",
                R"({"type":"string","description":"The kind of an error, for programs.","enum":[)" + codes + "]}")
        .member("FieldIssue", R"({"type":"object","description":"A problem in one field.","required":["field","issue"],
"properties":{"field":{"type":"string","description":"`feedback_records[3].content`, a query parameter, or `body`."},
"issue":{"type":"string","description":"The violated rule; never the input."}}})");
}

} // namespace verbatim::core::openapi
