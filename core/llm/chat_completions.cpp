#include "llm/json_members.hpp"
#include "llm/wire_format.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <algorithm>
#include <array>

namespace verbatim::core::llm {

namespace json = boost::json;

namespace {

std::string write_chat_request(const sdk::chat_request& request, const body_values& values)
{
    auto body = begin_body(request, values);
    body += R"(,"messages":[{"role":"system","content":)";
    append_system_message(request, values.options.structure, body);
    body += R"(},{"role":"user","content":)";
    sdk::append_json_string(request.user.text(), body);
    body += '}';
    append_rejected_reply(request, body);
    body += ']';
    if (values.options.max_tokens != 0)
        body.append(",\"").append(values.options.max_tokens_name) += "\":" + std::to_string(values.options.max_tokens);
    if (!values.tenant_id.empty())
    {
        body += R"(,"user":)";
        sdk::append_json_string(values.tenant_id, body);
    }
    if (values.options.names_prefix && request.shared_prefix != 0)
        body += R"(,"prompt_cache_key":")" + prompt_cache_key(request, values.tenant_id) + '"';
    if (request.output_schema && values.options.structure == structured_output::json_object)
        body += R"(,"response_format":{"type":"json_object"})";
    if (request.output_schema && values.options.structure == structured_output::json_schema)
    {
        body += R"(,"response_format":{"type":"json_schema","json_schema":{"name":)";
        sdk::append_json_string(request.output_schema->name, body);
        body += R"(,"strict":true,"schema":)";
        body += request.output_schema->json_schema;
        body += "}}";
    }
    body += '}';
    return body;
}

token_count chat_tokens(const json::value& response)
{
    const auto* counts  = find_member(&response, {"usage"});
    const auto* parts   = find_member(counts, {"prompt_tokens_details"});
    const auto  usage   = [&](std::string_view name) { return count_at(counts, {name}); };
    const auto  details = [&](std::string_view name) { return count_at(parts, {name}); };
    const auto  either  = [](std::optional<std::int32_t> count, std::optional<std::int32_t> other) {
        return count ? *count : other.value_or(0);
    };
    token_count tokens{.input         = usage("prompt_tokens"),
                       .output        = usage("completion_tokens"),
                       .cached        = either(details("cached_tokens"), usage("cache_read_input_tokens")),
                       .cache_written = either(details("cache_write_tokens"), usage("cache_creation_input_tokens"))};
    // Some providers count reasoning tokens in the total only, and charge for them as output.
    const auto total = usage("total_tokens");
    if (total && tokens.input && tokens.output && *total > *tokens.input)
        tokens.output = std::max(*tokens.output, *total - *tokens.input);
    return tokens;
}

const json::value* first_choice(const json::value& response)
{
    const auto* choices = find_member(&response, {"choices"});
    return choices && choices->is_array() && !choices->as_array().empty() ? &choices->as_array().front() : nullptr;
}

/// Where a model spends its limit on reasoning, providers send no content.
std::optional<std::string> choice_output(const json::value* choice, bool is_full)
{
    const auto* content = find_member(choice, {"message", "content"});
    if (!content || content->is_null()) return is_full ? std::optional{std::string{}} : std::nullopt;
    if (content->is_string()) return std::string{text_at(content, {})};
    return joined_texts(*content);
}

attempt_result parse_chat_completion(std::string_view body)
{
    std::array<unsigned char, json_memory> buffer;
    json::monotonic_resource               memory{buffer.data(), buffer.size()};
    const auto                             response = parse_json(body, &memory);
    attempt_result                         result;
    if (!response) return result;

    result.model        = reported_model(*response);
    result.tokens       = chat_tokens(*response);
    result.tier         = to_service_tier(text_at(&*response, {"service_tier"}));
    const auto* choice  = first_choice(*response);
    const auto  reason  = text_at(choice, {"finish_reason"});
    const bool  is_full = reason == "length" || reason == "max_tokens" || reason == "model_length";
    const auto  output  = choice_output(choice, is_full);
    if (reason.starts_with("content_filter") || (!output && !text_at(choice, {"message", "refusal"}).empty()))
        result.cause = sdk::failure_cause::policy;
    else if (output) set_output(result, *output, is_full);
    return result;
}

bool is_content_filter_refusal(int status, std::string_view body)
{
    const auto contains = [&](std::string_view text) { return body.find(text) != std::string_view::npos; };
    if (status == 400 && contains("filtered") && contains("content management policy")) return true;
    if (!contains("content_filter")) return false;
    const auto response = parse_json(body);
    return response && text_at(&*response, {"error", "code"}) == "content_filter";
}

} // namespace

constinit const wire_format chat_completions{&write_chat_request, &parse_chat_completion, &is_content_filter_refusal};

} // namespace verbatim::core::llm
