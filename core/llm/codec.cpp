#include "llm/codec.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serializer.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <limits>

namespace verbatim::core::llm {

namespace json = boost::json;

namespace {

/// A nested member of an object; null when a part of the path is absent or not an object.
const json::value* find_member(const json::value* value, std::initializer_list<std::string_view> path)
{
    for (const auto name : path)
    {
        if (!value || !value->is_object()) return nullptr;
        value = value->as_object().if_contains({name.data(), name.size()});
    }
    return value;
}

std::string_view string_or_empty(const json::value* value)
{
    if (!value || !value->is_string()) return {};
    return {value->as_string().data(), value->as_string().size()};
}

const json::value* first_choice(const json::value& response)
{
    const auto* choices = find_member(&response, {"choices"});
    return choices && choices->is_array() && !choices->as_array().empty() ? &choices->as_array().front() : nullptr;
}

std::optional<std::int32_t> to_count(const json::value* value)
{
    if (!value || !value->is_number()) return std::nullopt;
    boost::system::error_code error;
    const auto                count = value->to_number<std::int32_t>(error);
    return error || count < 0 ? std::nullopt : std::optional{count};
}

/// docs/reference/provider.md#responses
bool is_too_long(std::string_view output)
{
    constexpr std::size_t max_json_bytes    = 256 * 1024;
    constexpr std::size_t max_bytes_of_byte = 6; // \u0001
    if (output.size() > max_json_bytes) return true;
    if (output.size() * max_bytes_of_byte + 2 <= max_json_bytes) return false;
    std::string quoted;
    append_quoted(quoted, output);
    return quoted.size() > max_json_bytes;
}

bool is_policy_refusal(int status, std::string_view body)
{
    const auto contains = [&](std::string_view text) { return body.find(text) != std::string_view::npos; };
    if (status == 400 && contains("filtered") && contains("content management policy")) return true;
    if (!contains("content_filter")) return false;
    const auto response = parse_json(body);
    return response && string_or_empty(find_member(&*response, {"error", "code"})) == "content_filter";
}

/// Of a status other than 200.
sdk::failure_cause cause_of(int status, std::string_view body)
{
    using enum sdk::failure_cause;
    if (status == 408) return timeout;
    if (status == 429) return rate_limited;
    if (is_policy_refusal(status, body)) return policy;
    if (status == 401 || status == 403) return unauthorized;
    if (status == 404) return not_found;
    return status >= 500 ? server_error : invalid_request;
}

} // namespace

std::string request_body(const sdk::chat_request& request, std::string_view model, std::string_view tenant_id,
                         bool with_schema)
{
    std::string body;
    body.reserve(request.system.text().size() + request.user.text().size() * 9 / 8 + 1024);

    body += R"({"model":)";
    append_quoted(body, model);
    body += R"(,"messages":[{"role":"system","content":)";
    append_quoted(body, request.system.text());
    body += R"(},{"role":"user","content":)";
    append_quoted(body, request.user.text());
    body += R"(}],"user":)";
    append_quoted(body, tenant_id);
    if (request.output_schema && with_schema)
    {
        body += R"(,"response_format":{"type":"json_schema","json_schema":{"name":)";
        append_quoted(body, request.output_schema->name);
        body += R"(,"strict":true,"schema":)";
        body += request.output_schema->json_schema;
        body += "}}";
    }
    body += '}';
    return body;
}

void append_quoted(std::string& output, std::string_view text)
{
    json::serializer serializer;
    serializer.reset(json::string_view{text.data(), text.size()});
    char buffer[4096];
    while (!serializer.done())
    {
        const auto chunk = serializer.read(buffer, sizeof buffer);
        output.append(chunk.data(), chunk.size());
    }
}

std::optional<json::value> parse_json(std::string_view body)
{
    boost::system::error_code error;
    auto value = json::parse({body.data(), body.size()}, error, json::make_shared_resource<json::monotonic_resource>());
    if (error) return std::nullopt;
    return value;
}

std::string reported_model(const json::value& response)
{
    const auto name     = string_or_empty(find_member(&response, {"model"}));
    const bool is_valid = name.size() <= 255 && std::ranges::all_of(name, [](char c) { return c > ' ' && c < 0x7f; });
    return is_valid ? std::string{name} : std::string{};
}

std::optional<std::int32_t> usage_value(const json::value& response, std::string_view name)
{
    return to_count(find_member(&response, {"usage", name}));
}

token_count reported_tokens(const json::value& response)
{
    const auto details = [&](std::string_view name) {
        return to_count(find_member(&response, {"usage", "prompt_tokens_details", name}));
    };
    const auto either = [](std::optional<std::int32_t> count, std::optional<std::int32_t> other) {
        return count ? *count : other.value_or(0);
    };
    token_count tokens{.input  = usage_value(response, "prompt_tokens"),
                       .output = usage_value(response, "completion_tokens"),
                       .cached = either(details("cached_tokens"), usage_value(response, "cache_read_input_tokens")),
                       .cache_written =
                           either(details("cache_write_tokens"), usage_value(response, "cache_creation_input_tokens"))};
    // Some providers count reasoning tokens in the total only, and charge for them as output.
    const auto total = usage_value(response, "total_tokens");
    if (total && tokens.input && tokens.output && *total > *tokens.input)
        tokens.output = std::max(*tokens.output, *total - *tokens.input);
    return tokens;
}

service_tier reported_tier(const json::value& response)
{
    const auto tier = string_or_empty(find_member(&response, {"service_tier"}));
    if (tier == "flex") return service_tier::flex;
    return tier == "priority" ? service_tier::priority : service_tier::standard;
}

attempt_result parse_chat_response(std::string_view body)
{
    attempt_result result;
    const auto     response = parse_json(body);
    if (!response) return result;

    result.model       = reported_model(*response);
    result.tokens      = reported_tokens(*response);
    result.tier        = reported_tier(*response);
    const auto* choice = first_choice(*response);
    const auto  reason = string_or_empty(find_member(choice, {"finish_reason"}));
    if (reason == "content_filter")
    {
        result.cause = sdk::failure_cause::policy;
        return result;
    }
    const auto* content = find_member(choice, {"message", "content"});
    if (!content || !content->is_string()) return result;
    const auto output = string_or_empty(content);
    if (is_too_long(output)) return result;
    result.cause     = std::nullopt;
    result.text      = output;
    result.truncated = reason == "length" || reason == "max_tokens" || reason == "model_length";
    return result;
}

attempt_result parse_response(int status, std::string_view body, std::string_view retry_after,
                              const success_parser& parse_success)
{
    auto result        = status == 200 ? parse_success(body) : failed_attempt(cause_of(status, body));
    result.http_status = status;
    result.retry_after = parse_retry_after(retry_after);
    return result;
}

std::optional<std::chrono::seconds> parse_retry_after(std::string_view header)
{
    if (header.empty() || !std::ranges::all_of(header, sdk::ascii::is_digit)) return std::nullopt;
    constexpr int max_seconds = 3600;
    int           seconds     = 0;
    for (const char digit : header) seconds = std::min(seconds * 10 + (digit - '0'), max_seconds);
    return seconds == 0 ? std::nullopt : std::optional{std::chrono::seconds{seconds}};
}

std::size_t estimate_tokens(std::size_t code_points, std::size_t chars_per_token) noexcept
{
    return code_points / std::max<std::size_t>(chars_per_token, 1);
}

std::size_t count_words(std::string_view text) noexcept
{
    std::size_t words   = 0;
    bool        in_word = false;
    for (const char c : text)
    {
        const bool is_space = c == ' ' || (c >= '\t' && c <= '\r');
        words += !is_space && !in_word ? 1 : 0;
        in_word = !is_space;
    }
    return words;
}

// Code points give no safe bound. Prose has 1 (Chinese) to 5 (English) code points per token, but a run of blanks or
// dashes has a hundred. Words do: the tokenizers of GPT, Llama, Mistral, Qwen and Gemma never join two words, so a word
// is at least one token, and 1.3 in English. A few research tokenizers join frequent pairs; hence the half. A prompt of
// 4,000 words or less is not checked: half of it fits the smallest context that servers have by default, 2,048 tokens.
bool is_prompt_cut(std::int32_t reported_tokens, std::size_t words) noexcept
{
    constexpr std::size_t min_words = 4'000;
    return words > min_words && static_cast<std::size_t>(reported_tokens) < words / 2;
}

} // namespace verbatim::core::llm
