#include "verbatim/sdk/prompt_text.hpp"

#include "verbatim/sdk/text.hpp"

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

} // namespace

std::string escaped(std::string_view text)
{
    std::string result;
    result.reserve(text.size() + text.size() / 16);
    std::size_t start = 0; // of the text that is not copied yet
    for (std::size_t at = 0; at != text.size(); ++at)
    {
        const auto replacement = entity(text[at]);
        if (replacement.empty()) continue;
        result.append(text, start, at - start).append(replacement);
        start = at + 1;
    }
    result.append(text, start);
    return result;
}

std::size_t escaped_code_points(std::string_view text) noexcept
{
    auto count = utf8::count_code_points(text);
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
