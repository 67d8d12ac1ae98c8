#include "verbatim/sdk/prompt_text.hpp"

#include "byte_search.hpp"
#include "verbatim/sdk/text.hpp"
#include "verbatim/sdk/token_estimate.hpp"

#include <utility>

namespace verbatim::sdk {

namespace {

/// The entity for the character; empty: the character stays as it is.
constexpr std::string_view entity(char c)
{
    switch (c)
    {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    default: return {};
    }
}

constexpr auto has_entity = [](char c) noexcept { return (c == '&') | (c == '<') | (c == '>'); };

} // namespace

std::string escaped(std::string_view text)
{
    std::string result;
    result.reserve(text.size() + text.size() / 16);
    for (std::size_t start = 0;;)
    {
        const auto next = find_byte(text, start, has_entity);
        result.append(text, start, next - start);
        if (next == text.size()) return result;
        result.append(entity(text[next]));
        start = next + 1;
    }
}

std::size_t escaped_estimation_length(std::string_view text) noexcept
{
    auto count = estimation_length(text);
    for (const char c : text)
        if (const auto replacement = entity(c); !replacement.empty()) count += replacement.size() - 1;
    return count;
}

prompt_text::prompt_text(literal text)
    : text_{text.view()}
{}

prompt_text prompt_text::unredacted(std::string_view text) { return redacted(escaped(text)); }

prompt_text prompt_text::redacted(std::string text)
{
    prompt_text result;
    result.text_ = std::move(text);
    return result;
}

prompt_text prompt_text::language_name(std::string_view icu_name) { return redacted(escaped(icu_name)); }

prompt_text& prompt_text::operator+=(const prompt_text& other)
{
    text_ += other.text_;
    return *this;
}

prompt_text& prompt_text::operator+=(literal other)
{
    text_ += other.view();
    return *this;
}

} // namespace verbatim::sdk
