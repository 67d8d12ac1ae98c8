#include "llm/provider_error.hpp"

#include "llm/codec.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>

namespace verbatim::core::llm {

namespace json = boost::json;

namespace {

constexpr int first_status = 400, last_status = 599;

bool contains_ignoring_case(std::string_view text, std::string_view lower)
{
    const auto equal = [](char left, char right) { return sdk::ascii::to_lower(left) == right; };
    return std::ranges::search(text, lower, equal).begin() != text.end();
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts)
{
    return std::ranges::any_of(parts, [&](std::string_view part) { return contains_ignoring_case(text, part); });
}

/// A number, or a text of digits, in the range of errors; otherwise 0.
int status_at(const json::value* value, std::string_view name)
{
    int status = count_at(value, {name}).value_or(0);
    if (const auto text = text_at(value, {name}); !text.empty())
        if (const auto read = std::from_chars(text.data(), text.data() + text.size(), status);
            read.ec != std::errc{} || read.ptr != text.data() + text.size())
            status = 0;
    return status >= first_status && status <= last_status ? status : 0;
}

int status_in(const json::value* value)
{
    for (const auto* name : {"status", "code", "status_code", "statusCode"})
        if (const auto status = status_at(value, name)) return status;
    return 0;
}

/// The body, or the first item of a list of errors.
const json::value& unlisted(const json::value& response)
{
    const auto* list = response.if_array();
    return list && !list->empty() ? list->front() : response;
}

} // namespace

provider_error read_error(const json::value& response)
{
    const auto& body  = unlisted(response);
    const auto* error = find_member(&body, {"error"});
    if (error && error->is_string()) return {.status = status_in(&body), .message = text_at(error, {})};
    const auto*    place = error && error->is_object() ? error : &body;
    provider_error result{.status  = status_in(place),
                          .code    = text_at(place, {"code"}),
                          .type    = text_at(place, {"type"}),
                          .message = text_at(place, {"message"})};
    if (result.status == 0) result.status = status_in(&body);
    if (result.type.empty()) result.type = text_at(place, {"status"}); // RESOURCE_EXHAUSTED
    if (result.message.empty()) result.message = text_at(&body, {"detail"});
    return result;
}

bool is_error(const json::value& response)
{
    const auto& body  = unlisted(response);
    const auto* error = find_member(&body, {"error"});
    if (error && (error->is_object() || (error->is_string() && !text_at(error, {}).empty()))) return true;
    return text_at(&body, {"type"}) == "error" || text_at(&body, {"object"}) == "error" || status_in(&body) != 0;
}

int status_of(const provider_error& error) noexcept
{
    constexpr struct
    {
        std::string_view word;
        int              status;
    } words[]{{"rate_limit", 429},         {"too_many_requests", 429},
              {"resource_exhausted", 429}, {"quota", 429},
              {"overloaded", 529},         {"authentication", 401},
              {"invalid_api_key", 401},    {"unauthenticated", 401},
              {"permission", 403},         {"not_found", 404},
              {"context_length", 400},     {"exceed_context_size", 400},
              {"invalid_request", 400},    {"invalid_argument", 400},
              {"content_filter", 400},     {"timeout", 408},
              {"deadline_exceeded", 408},  {"unavailable", 503},
              {"insufficient_system", 503}};
    if (error.status != 0) return error.status;
    for (const auto& [word, status] : words)
        if (contains_ignoring_case(error.code, word) || contains_ignoring_case(error.type, word)) return status;
    return 500;
}

// Messages are compared only where a service has no code of its own for it. Gemini speaks of a quota also in errors
// that end after a minute.
bool is_quota_exhausted(int status, const provider_error& error)
{
    const auto names = [&](std::initializer_list<std::string_view> codes) {
        return contains_any(error.code, codes) || contains_any(error.type, codes);
    };
    return status == 402 ||
           names({"insufficient_quota", "insufficient_balance", "insufficient_credits", "insufficient_funds",
                  "billing_hard_limit", "billing_not_active", "billing_error", "access_terminated",
                  "budget_exceeded"}) ||
           ((status == 400 || status == 403 || status == 429) &&
            contains_any(error.message, {"credit balance is too low", "insufficient balance", "billing hard limit"}));
}

bool is_context_exceeded(int status, const provider_error& error)
{
    if (status == 413) return true;
    if (status != 400 && status != 422 && status != 500) return false;
    return contains_any(error.code, {"context_length_exceeded", "context_window_exceeded"}) ||
           contains_any(error.type, {"exceed_context_size", "context_length_exceeded"}) ||
           contains_any(error.message,
                        {"maximum context length", "context_length_exceeded", "context size", "context window",
                         "contextwindowexceeded", "prompt is too long", "input is too long",
                         "maximum number of tokens allowed", "too large for model with"});
}

} // namespace verbatim::core::llm
