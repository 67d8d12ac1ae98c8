#include "llm/codec.hpp"

#include "http_client/url.hpp"
#include "llm/json_members.hpp"
#include "llm/output_text.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace verbatim::core::llm {

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
    if (status == 429) return rate_limited;
    if (is_policy_refusal(status, body)) return policy;
    if (status == 401 || status == 403) return unauthorized;
    if (status == 404) return not_found;
    return status >= 500 ? server_error : invalid_request;
}

} // namespace

attempt_result parse_response(int status, std::string_view body, std::string_view retry_after,
                              const success_parser& parse_success, policy_check is_policy_refusal)
{
    auto result = status == 200 ? parse_success(body) : failed_attempt(cause_of(status, body, is_policy_refusal));
    result.http_status = status;
    result.retry_after = parse_retry_after(retry_after);
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

std::string reported_model(const json::value& response)
{
    const auto name     = text_at(&response, {"model"});
    const bool is_valid = name.size() <= 255 && http_client::is_visible_ascii(name);
    return is_valid ? std::string{name} : std::string{};
}

service_tier to_service_tier(std::string_view name) noexcept
{
    if (name == "flex") return service_tier::flex;
    return name == "priority" ? service_tier::priority : service_tier::standard;
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
bool is_prompt_cut(std::int32_t reported_tokens, std::string_view system, std::string_view user) noexcept
{
    constexpr std::size_t min_words = 4'000;
    const auto            tokens    = static_cast<std::size_t>(reported_tokens);
    const auto            is_cut    = [&](std::size_t words) { return words > min_words && tokens < words / 2; };
    // A word and its space take two bytes, so that most prompts need no count.
    const auto max_words = (system.size() + 1) / 2 + (user.size() + 1) / 2;
    return is_cut(max_words) && is_cut(count_words(system) + count_words(user));
}

} // namespace verbatim::core::llm
