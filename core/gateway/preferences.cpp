#include "gateway/preferences.hpp"

#include "gateway/content_negotiation.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <optional>

namespace verbatim::core::gateway {

namespace {

constexpr std::size_t max_key_length = 255;

bool is_token_character(char c)
{
    return sdk::ascii::is_alphanumeric(c) || std::string_view{"!#$%&'*+-.^_`|~:/"}.find(c) != std::string_view::npos;
}

/// The content of a string of structured fields, RFC 8941 section 3.3.3.
std::optional<std::string> unquoted(std::string_view text)
{
    if (text.size() < 2 || !text.ends_with('"') || skip_quoted(text, 0) != text.size()) return std::nullopt;
    std::string content;
    for (std::size_t at = 1; at + 1 < text.size(); ++at)
    {
        const bool escape = text[at] == '\\';
        if (escape) ++at;
        if (at + 1 == text.size() || text[at] < ' ' || text[at] > '~') return std::nullopt;
        if (escape && text[at] != '"' && text[at] != '\\') return std::nullopt;
        content += text[at];
    }
    return content;
}

std::string read_key(std::string_view field)
{
    std::optional<std::string> key;
    if (field.starts_with('"')) key = unquoted(field);
    else if (std::ranges::all_of(field, is_token_character)) key = field;
    if (!key || key->empty() || key->size() > max_key_length)
        throw sdk::validation_error{"Idempotency-Key", "Should be one token or quoted string of 1 to 255 characters"};
    return *key;
}

} // namespace

/// RFC 7240 section 4.1. A value or parameters of the preference have no meaning.
bool prefers_respond_async(std::string_view list)
{
    while (!list.empty())
    {
        const auto preference = take_item(list, ',');
        const auto name       = sdk::ascii::trimmed(preference.substr(0, preference.find_first_of("=;")), " \t");
        if (sdk::ascii::equals_ignoring_case(name, "respond-async")) return true;
    }
    return false;
}

preferences read_preferences(const http::request_head& head)
{
    preferences result{.respond_async = prefers_respond_async(head.prefer)};
    if (head.idempotency_key) result.idempotency_key = read_key(*head.idempotency_key);
    return result;
}

} // namespace verbatim::core::gateway
