#include "llm/codec.hpp"
#include "llm/provider_error.hpp"
#include "llm/wire_format.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <boost/json/serialize.hpp>

#include <limits>
#include <optional>
#include <string>

namespace verbatim::core::llm {

namespace json = boost::json;

namespace {

void append_content(const sdk::chat_request& request, bool names_prefix, std::string& body)
{
    const std::string_view text{request.user.text()};
    if (!names_prefix || request.shared_prefix == 0) return sdk::append_json_string(text, body);
    body += R"([{"type":"text","text":)";
    sdk::append_json_string(text.substr(0, request.shared_prefix), body);
    body += R"(,"cache_control":{"type":"ephemeral"}},{"type":"text","text":)";
    sdk::append_json_string(text.substr(request.shared_prefix), body);
    body += "}]";
}

std::string write_message_request(const sdk::chat_request& request, const body_values& values)
{
    auto body = begin_body(request, values);
    body += R"(,"max_tokens":)" + std::to_string(values.options.max_tokens) + R"(,"system":)";
    append_system_message(request, values.options.structure, body);
    body += R"(,"messages":[{"role":"user","content":)";
    append_content(request, values.options.names_prefix, body);
    body += '}';
    append_rejected_reply(request, body);
    body += ']';
    if (!values.tenant_id.empty())
    {
        body += R"(,"metadata":{"user_id":)";
        sdk::append_json_string(values.tenant_id, body);
        body += '}';
    }
    if (request.output_schema && values.options.structure == structured_output::json_schema)
    {
        body += R"(,"output_config":{"format":{"type":"json_schema","schema":)";
        body += request.output_schema->json_schema;
        body += "}}";
    }
    if (values.options.stream) body += R"(,"stream":true)";
    body += '}';
    return body;
}

/// `input_tokens` counts neither the tokens read from a cache nor those written to one.
token_count message_tokens(const json::value& response)
{
    const auto usage = [&](std::string_view name) { return count_at(&response, {"usage", name}); };

    token_count tokens{.input         = usage("input_tokens"),
                       .output        = usage("output_tokens"),
                       .cached        = usage("cache_read_input_tokens").value_or(0),
                       .cache_written = usage("cache_creation_input_tokens").value_or(0)};
    if (!tokens.input) return tokens;
    const auto sum = std::int64_t{*tokens.input} + tokens.cached + tokens.cache_written;
    tokens.input =
        sum > std::numeric_limits<std::int32_t>::max() ? std::nullopt : std::optional{static_cast<std::int32_t>(sum)};
    return tokens;
}

/// The text blocks, joined; instead the input of a tool where a gateway replaces the schema by a tool. Blocks of other
/// types, such as thinking, are no output. None without a list of blocks.
std::optional<std::string> message_output(const json::value& response)
{
    const auto* content = find_member(&response, {"content"});
    if (!content || !content->is_array()) return std::nullopt;
    std::string inputs;
    for (const auto& block : content->get_array())
        if (const auto* input = find_member(&block, {"input"}); input && text_at(&block, {"type"}) == "tool_use")
            inputs += json::serialize(*input);
    return inputs.empty() ? joined_texts(*content) : inputs;
}

/// Blocked output has the type of an invalid request.
bool is_filtering_policy_refusal(int status, std::string_view body)
{
    if (status != 400 || body.find("content filtering policy") == body.npos) return false;
    const auto response = parse_json(body);
    return response && read_error(*response).type == "invalid_request_error";
}

attempt_result parse_message(std::string_view body)
{
    std::array<unsigned char, json_memory> buffer;
    json::monotonic_resource               memory{buffer.data(), buffer.size()};
    const auto                             response = parse_json(body, &memory);
    attempt_result                         result;
    if (!response) return result;
    if (!find_member(&*response, {"content"}) && is_error(*response))
        return parse_failure(status_of(read_error(*response)), body, &is_filtering_policy_refusal);

    result.model      = reported_model(*response);
    result.tokens     = message_tokens(*response);
    result.tier       = to_service_tier(text_at(&*response, {"usage", "service_tier"}));
    const auto word   = text_at(&*response, {"stop_reason"});
    const auto reason = word.empty() ? finish_reason::unknown : to_finish_reason(word);
    if (reason == finish_reason::filtered)
    {
        result.cause = sdk::failure_cause::policy;
        return result;
    }
    if (const auto output = message_output(*response)) set_output(result, *output, reason == finish_reason::full);
    if (reason == finish_reason::unknown) result.cause = sdk::failure_cause::unreadable;
    if (reason != finish_reason::broken) return result;
    result.cause       = sdk::failure_cause::server_error;
    result.http_status = bad_gateway;
    return result;
}

} // namespace

constinit const wire_format anthropic_messages{&write_message_request, &parse_message, &is_filtering_policy_refusal,
                                               true};

} // namespace verbatim::core::llm
