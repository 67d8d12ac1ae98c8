#pragma once

#include "llm/attempt_result.hpp"

#include "verbatim/sdk/llm.hpp"

#include <boost/json/value.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::llm {

/// The JSON body of a request: docs/reference/provider.md#requests. `with_schema`: whether to include the output
/// schema.
std::string request_body(const sdk::chat_request& request, std::string_view model, std::string_view tenant_id,
                         bool with_schema);

/// Interprets the body of a response with status 200.
using success_parser = std::function<attempt_result(std::string_view body)>;

/// For chat completions.
attempt_result parse_chat_response(std::string_view body);

/// The outcome of an HTTP response: docs/reference/provider.md#error-mapping. `retry_after` is the header's value or
/// empty. Only this function reads the error text of a body.
attempt_result parse_response(int status, std::string_view body, std::string_view retry_after,
                              const success_parser& parse_success = &parse_chat_response);

/// Appends a text as JSON.
void append_quoted(std::string& output, std::string_view text);

/// None when the text is not JSON. The result owns all memory that parsing allocated.
std::optional<boost::json::value> parse_json(std::string_view body);

/// The model that a response reports; empty when absent. Also empty unless it is at most 255 printable ASCII characters
/// without spaces, because it is stored and logged.
std::string reported_model(const boost::json::value& response);

/// A count in the `usage` of a response, such as "prompt_tokens".
std::optional<std::int32_t> usage_value(const boost::json::value& response, std::string_view name);

/// The tokens in the `usage` of a response: docs/reference/provider.md#responses.
token_count reported_tokens(const boost::json::value& response);

/// `service_tier` of a response; standard for any unknown one.
service_tier reported_tier(const boost::json::value& response);

/// The seconds of a Retry-After header, at most 3600; none unless it is a positive integer (dates are ignored).
std::optional<std::chrono::seconds> parse_retry_after(std::string_view header);

/// The estimate of docs/reference/provider.md#token-estimate.
std::size_t estimate_tokens(std::size_t code_points, std::size_t chars_per_token) noexcept;

/// Words between ASCII white space.
std::size_t count_words(std::string_view text) noexcept;

/// Whether a provider that reports so many tokens for a prompt of so many words has read a part of it only, as servers
/// do that cut prompts to their context without an error.
bool is_prompt_cut(std::int32_t reported_tokens, std::size_t words) noexcept;

} // namespace verbatim::core::llm
