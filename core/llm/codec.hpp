#pragma once

#include "llm/attempt_result.hpp"

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/value.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

/// Parts that all protocols of providers share. A response may have any shape.
namespace verbatim::core::llm {

/// A nested member of an object; null if a part of the path is absent or not an object.
const boost::json::value* find_member(const boost::json::value* value, std::initializer_list<std::string_view> path);

/// The text of a nested member, borrowed; empty if it is not a string.
std::string_view text_at(const boost::json::value* value, std::initializer_list<std::string_view> path);

/// A nested count; none unless it is a whole number from 0.
std::optional<std::int32_t> count_at(const boost::json::value* value, std::initializer_list<std::string_view> path);

/// The texts of the items {"type": "text", "text": "..."} of a list; other items, such as reasoning, are no output.
/// None unless the value is a list.
std::optional<std::string> joined_texts(const boost::json::value& content);

/// Why a model stopped: docs/reference/provider.md#finish-reasons.
enum class finish_reason
{
    complete, ///< also where a server names no reason
    full,     ///< at the limit of the output or of the context
    filtered, ///< a content policy
    broken,   ///< the generation broke off
    unknown,
};

/// In any letter case, in the spelling of any server.
finish_reason to_finish_reason(std::string_view reason);

/// Interprets the body of a response with status 200.
using success_parser = std::function<attempt_result(std::string_view body)>;

/// Whether a response with another status is a refusal under the provider's content policy.
using policy_check = bool (*)(int status, std::string_view body);

/// The outcome of an HTTP response: docs/reference/provider.md#error-mapping. Only `is_policy_refusal` reads the error
/// text of a body.
attempt_result parse_response(int status, std::string_view body, const success_parser& parse_success,
                              policy_check is_policy_refusal);

/// Makes the result a completion with the answer in this output, unless it is too long:
/// docs/reference/provider.md#responses.
void set_output(attempt_result& result, std::string_view output, bool truncated);

/// The status of an attempt whose generation broke off in a response with status 200.
inline constexpr int bad_gateway = 502;

/// In bytes: the parts of most responses fit.
inline constexpr std::size_t json_memory = 4096;

/// None when the text is not JSON. The result uses `memory`, which by default belongs to it and otherwise must outlive
/// it.
std::optional<boost::json::value>
parse_json(std::string_view         body,
           boost::json::storage_ptr memory = boost::json::make_shared_resource<boost::json::monotonic_resource>());

/// The model that a response reports; empty when absent.
std::string reported_model(const boost::json::value& response);

/// The name; empty unless it is at most 255 printable ASCII characters without spaces, because it is stored and logged.
std::string to_model_name(std::string_view name);

/// Standard for an unknown name.
service_tier to_service_tier(std::string_view name) noexcept;

/// The outcome of an error response, also of one with status 200. Only here, and in `is_policy_refusal`, is an error
/// text read.
attempt_result parse_failure(int status, std::string_view body, policy_check is_policy_refusal);

/// The estimate of docs/reference/provider.md#token-estimate.
std::size_t estimate_tokens(std::size_t code_points, std::size_t chars_per_token) noexcept;

/// A bound of the tokens of a text that no known tokenizer falls below: words between white space, and code points of
/// scripts without blanks.
std::size_t least_tokens(std::string_view text) noexcept;

/// Every server reads at least so many tokens of a prompt. A lower count of a longer prompt is therefore wrong.
inline constexpr std::int32_t least_context = 512;

/// Whether a provider has read only a part of a prompt, by the tokens that it reports. Some servers cut prompts to
/// their context without an error.
bool is_prompt_cut(std::int32_t reported_tokens, std::string_view system, std::string_view user) noexcept;

} // namespace verbatim::core::llm
