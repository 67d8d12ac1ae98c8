#include "llm/codec.hpp"

#include "http_client/url.hpp"
#include "llm/output_text.hpp"
#include "llm/provider_error.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <utility>

namespace verbatim::core::llm {

namespace json = boost::json;

const json::value* find_member(const json::value* value, std::initializer_list<std::string_view> path)
{
    for (const auto name : path)
    {
        if (!value || !value->is_object()) return nullptr;
        value = value->as_object().if_contains({name.data(), name.size()});
    }
    return value;
}

std::string_view text_at(const json::value* value, std::initializer_list<std::string_view> path)
{
    const auto* member = find_member(value, path);
    if (!member || !member->is_string()) return {};
    return {member->as_string().data(), member->as_string().size()};
}

std::optional<std::int32_t> count_at(const json::value* value, std::initializer_list<std::string_view> path)
{
    const auto* member = find_member(value, path);
    if (!member || !member->is_number()) return std::nullopt;
    boost::system::error_code error;
    const auto                count = member->to_number<std::int32_t>(error);
    return error || count < 0 ? std::nullopt : std::optional{count};
}

std::optional<std::string> joined_texts(const json::value& content)
{
    if (!content.is_array()) return std::nullopt;
    std::string texts;
    for (const auto& item : content.get_array())
        if (text_at(&item, {"type"}) == "text") texts += text_at(&item, {"text"});
    return texts;
}

finish_reason to_finish_reason(std::string_view reason)
{
    using enum finish_reason;
    constexpr struct
    {
        std::string_view word;
        finish_reason    meaning;
    } reasons[]{{"", complete},
                {"stop", complete},
                {"end_turn", complete},
                {"stop_sequence", complete},
                {"eos", complete},
                {"eos_token", complete},
                {"end", complete},
                {"complete", complete},
                {"completed", complete},
                {"normal", complete},
                {"tool_calls", complete},
                {"tool_use", complete},
                {"function_call", complete},
                {"length", full},
                {"max_tokens", full},
                {"max_output_tokens", full},
                {"model_length", full},
                {"model_context_window_exceeded", full},
                {"context_length", full},
                {"refusal", filtered},
                {"safety", filtered},
                {"recitation", filtered},
                {"blocklist", filtered},
                {"prohibited_content", filtered},
                {"spii", filtered},
                {"sensitive", filtered},
                {"guardrail_intervened", filtered},
                {"error", broken},
                {"abort", broken},
                {"aborted", broken},
                {"cancelled", broken},
                {"network_error", broken},
                {"malformed_function_call", broken},
                {"insufficient_system_resource", broken}};
    const auto found = std::ranges::find_if(
        reasons, [&](const auto& known) { return sdk::ascii::equals_ignoring_case(reason, known.word); });
    if (found != std::end(reasons)) return found->meaning;
    constexpr std::string_view content_filter =
        "content_filter"; // also "content_filtered", or with a reason after a colon
    return sdk::ascii::equals_ignoring_case(reason.substr(0, content_filter.size()), content_filter) ? filtered
                                                                                                     : unknown;
}

namespace json = boost::json;

namespace {

/// docs/reference/provider.md#responses
bool is_too_long(std::string_view output)
{
    constexpr std::size_t max_json_bytes    = 256 * 1024;
    constexpr std::size_t max_bytes_of_byte = 6; // \u0001
    if (output.size() > max_json_bytes) return true;
    if (output.size() * max_bytes_of_byte + 2 <= max_json_bytes) return false;
    std::string quoted;
    sdk::append_json_string(output, quoted);
    return quoted.size() > max_json_bytes;
}

/// Of a status other than 200.
sdk::failure_cause cause_of(int status, std::string_view body, policy_check is_policy_refusal)
{
    using enum sdk::failure_cause;
    if (status == 408) return timeout;
    const auto document = parse_json(body);
    const auto error    = document ? read_error(*document) : provider_error{};
    if (is_quota_exhausted(status, error)) return quota_exhausted;
    if (status == 429) return rate_limited;
    if (is_policy_refusal(status, body)) return policy;
    if (is_context_exceeded(status, error)) return context_exceeded;
    if (status == 401 || status == 403) return unauthorized;
    if (status == 404) return not_found;
    return status >= 500 ? server_error : invalid_request;
}

} // namespace

attempt_result parse_failure(int status, std::string_view body, policy_check is_policy_refusal)
{
    auto result        = failed_attempt(cause_of(status, body, is_policy_refusal));
    result.http_status = status;
    return result;
}

attempt_result parse_response(int status, std::string_view body, const success_parser& parse_success,
                              policy_check is_policy_refusal)
{
    auto result = status == 200 ? parse_success(body) : parse_failure(status, body, is_policy_refusal);
    if (result.http_status == 0) result.http_status = status;
    return result;
}

void set_output(attempt_result& result, std::string_view output, bool truncated)
{
    const auto answer = answer_of(output);
    if (is_too_long(answer)) return;
    result.cause     = std::nullopt;
    result.text      = answer;
    result.truncated = truncated;
}

std::optional<json::value> parse_json(std::string_view body, json::storage_ptr memory)
{
    boost::system::error_code error;
    auto                      value = json::parse({body.data(), body.size()}, error, std::move(memory));
    if (error) return std::nullopt;
    return value;
}

std::string reported_model(const json::value& response) { return to_model_name(text_at(&response, {"model"})); }

std::string to_model_name(std::string_view name)
{
    const bool is_valid = name.size() <= 255 && http_client::is_visible_ascii(name);
    return is_valid ? std::string{name} : std::string{};
}

service_tier to_service_tier(std::string_view name) noexcept
{
    if (name == "flex") return service_tier::flex;
    return name == "priority" ? service_tier::priority : service_tier::standard;
}

std::size_t estimate_tokens(std::size_t code_points, std::size_t chars_per_token) noexcept
{
    return code_points / std::max<std::size_t>(chars_per_token, 1);
}

namespace {

/// Of scripts that put no blanks between words.
bool is_without_blanks(char32_t c) noexcept
{
    return (c >= 0xE00 && c < 0xF00) || (c >= 0x1000 && c < 0x10A0) || (c >= 0x1780 && c < 0x1800) ||
           (c >= 0x3040 && c < 0xA000) || (c >= 0xF900 && c < 0xFB00);
}

} // namespace

// Code points of other scripts give no safe bound: prose has 1 to 5 of them per token, but a run of blanks or dashes
// has a hundred. Words do: the tokenizers of GPT, Llama, Mistral, Qwen and Gemma never join two words. Without blanks,
// the largest vocabularies join two to three code points on average.
std::size_t least_tokens(std::string_view text) noexcept
{
    std::size_t words = 0, without_blanks = 0;
    bool        in_word = false;
    for (std::size_t at = 0; at < text.size();)
    {
        const auto point = sdk::utf8::decode(text, at);
        at               = point.end;
        if (is_without_blanks(point.value))
        {
            ++without_blanks;
            in_word = false;
            continue;
        }
        const bool is_space = point.value == U' ' || (point.value >= U'\t' && point.value <= U'\r');
        words += !is_space && !in_word ? 1 : 0;
        in_word = !is_space;
    }
    return words + without_blanks * 2 / 5;
}

// A few research tokenizers join frequent pairs of words, and some servers do not count what they have cached: hence
// three quarters. Servers have a context of at least 512 tokens. A lower number is no count of the prompt that they
// read, unless the prompt has thousands of words.
bool is_prompt_cut(std::int32_t reported_tokens, std::string_view system, std::string_view user) noexcept
{
    constexpr std::size_t long_prompt = 4'000;
    const auto            tokens      = static_cast<std::size_t>(reported_tokens);
    // Prose has less than five bytes per token in Latin script and six in others, so that most prompts need no count.
    if (tokens > (system.size() + user.size()) / 6) return false;
    const auto least = least_tokens(system) + least_tokens(user);
    return tokens < least * 3 / 4 && (reported_tokens >= least_context || least > long_prompt);
}

} // namespace verbatim::core::llm
