#include "llm/codec.hpp"
#include "llm/provider_error.hpp"
#include "llm/wire_format.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/serialize.hpp>

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
    if (values.options.stream) body += R"(,"stream":true,"stream_options":{"include_usage":true})";
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
    // LiteLLM passes the counts of Anthropic on; DeepSeek documents one of its own.
    const auto  cached = [&] { return either(usage("cache_read_input_tokens"), usage("prompt_cache_hit_tokens")); };
    token_count tokens{.input         = usage("prompt_tokens"),
                       .output        = usage("completion_tokens"),
                       .cached        = either(details("cached_tokens"), cached()),
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

/// Some servers take the answer of a model that was told not to reason for its reasoning.
std::string_view choice_reasoning(const json::value* choice)
{
    const auto reasoning = text_at(choice, {"message", "reasoning_content"});
    return reasoning.empty() ? text_at(choice, {"message", "reasoning"}) : reasoning;
}

bool is_content_filter_refusal(int status, std::string_view body)
{
    const auto contains = [&](std::string_view text) { return body.find(text) != std::string_view::npos; };
    if (status == 400 && contains("filtered") && contains("content management policy")) return true;
    if (status == 400 && contains("litellm.ContentPolicyViolationError")) return true;
    if (!contains("content_filter")) return false;
    const auto response = parse_json(body);
    return response && read_error(*response).code == "content_filter";
}

void set_choice(const json::value& choice, attempt_result& result)
{
    const auto reason  = to_finish_reason(text_at(&choice, {"finish_reason"}));
    const bool is_full = reason == finish_reason::full;
    auto       output  = choice_output(&choice, is_full);
    if (reason == finish_reason::filtered || (!output && !text_at(&choice, {"message", "refusal"}).empty()))
    {
        result.cause = sdk::failure_cause::policy;
        return;
    }
    result.is_reasoning = (!output || sdk::utf8::is_blank(*output)) && !is_full && !choice_reasoning(&choice).empty();
    if (result.is_reasoning) output = choice_reasoning(&choice);
    if (output) set_output(result, *output, is_full);
    if (reason == finish_reason::unknown) result.cause = sdk::failure_cause::unreadable;
    if (reason != finish_reason::broken) return;
    result.cause       = sdk::failure_cause::server_error;
    result.http_status = bad_gateway;
}

attempt_result parse_chat_completion(std::string_view body)
{
    std::array<unsigned char, json_memory> buffer;
    json::monotonic_resource               memory{buffer.data(), buffer.size()};
    const auto                             response = parse_json(body, &memory);
    attempt_result                         result;
    if (!response) return result;

    const auto* choice = first_choice(*response);
    if (choice && find_member(choice, {"error"}) && is_error(*choice))
        result = parse_failure(status_of(read_error(*choice)), json::serialize(*choice), &is_content_filter_refusal);
    else if (choice) set_choice(*choice, result);
    else if (is_error(*response))
        result = parse_failure(status_of(read_error(*response)), body, &is_content_filter_refusal);

    result.model         = reported_model(*response);
    result.tokens        = chat_tokens(*response);
    const auto reasoning = count_at(&*response, {"usage", "completion_tokens_details", "reasoning_tokens"});
    result.has_reasoning = reasoning.value_or(0) > 0 || (choice && !choice_reasoning(choice).empty());
    result.tier          = to_service_tier(text_at(&*response, {"service_tier"}));
    return result;
}

} // namespace

constinit const wire_format chat_completions{&write_chat_request, &parse_chat_completion, &is_content_filter_refusal};

} // namespace verbatim::core::llm
