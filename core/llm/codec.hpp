#pragma once

#include "llm/outcome.hpp"

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

/// The JSON text of one request: contract 17.1 and 17.2. `structured`: whether a form is sent along.
std::string request_body(const sdk::conversation& what, std::string_view model, std::string_view tenant_id,
                         bool structured);

/// What the body of an answer with status 200 means.
using success_reader = std::function<outcome(std::string_view body)>;

/// The same of a chat completion.
outcome read_chat(std::string_view body);

/// What an HTTP answer means: contract 17.6. `retry_after` is the header's value, empty without. The body's words on a
/// failure are looked at here and nowhere else.
outcome read_answer(int status, std::string_view body, std::string_view retry_after,
                    const success_reader& of_success = &read_chat);

/// Appends a text as JSON.
void append_quoted(std::string& to, std::string_view text);

/// None when it is no JSON. Nothing but the result's own memory is left behind.
std::optional<boost::json::value> parsed(std::string_view body);

/// As a reply names itself; empty when it does not, or not decently: it goes into the usage table and the log.
std::string model_in(const boost::json::value& reply);

/// A count of a reply's `usage`, such as "prompt_tokens".
std::optional<std::int32_t> used_in(const boost::json::value& reply, std::string_view what);

/// A plain positive integer, clamped to 1..3600 s; none for anything else, dates included.
std::optional<std::chrono::seconds> read_retry_after(std::string_view header);

/// Tokens of texts that hold this many code points together: contract 17.4.
std::size_t estimate(std::size_t code_points, std::size_t chars_per_token) noexcept;

/// Of valid UTF-8.
std::size_t count_code_points(std::string_view text) noexcept;

/// Nothing but white space: a free-text answer that counts as missing.
bool is_blank(std::string_view text) noexcept;

} // namespace verbatim::core::llm
