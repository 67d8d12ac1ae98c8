#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// ASCII classes and case, independent of the locale. A code point outside ASCII belongs to no class.
namespace verbatim::sdk::ascii {

constexpr bool is_digit(char32_t c) noexcept { return c >= U'0' && c <= U'9'; }
constexpr bool is_upper(char32_t c) noexcept { return c >= U'A' && c <= U'Z'; }
constexpr bool is_lower(char32_t c) noexcept { return c >= U'a' && c <= U'z'; }
constexpr bool is_letter(char32_t c) noexcept { return is_upper(c) || is_lower(c); }
constexpr bool is_alphanumeric(char32_t c) noexcept { return is_letter(c) || is_digit(c); }
constexpr bool is_hex_digit(char32_t c) noexcept
{
    return is_digit(c) || (c >= U'a' && c <= U'f') || (c >= U'A' && c <= U'F');
}

constexpr char to_lower(char c) noexcept { return is_upper(c) ? static_cast<char>(c + ('a' - 'A')) : c; }
constexpr char to_upper(char c) noexcept { return is_lower(c) ? static_cast<char>(c - ('a' - 'A')) : c; }

inline std::string lowercase(std::string_view text)
{
    std::string result{text};
    std::ranges::transform(result, result.begin(), to_lower);
    return result;
}

constexpr bool equals_ignoring_case(std::string_view left, std::string_view right) noexcept
{
    return std::ranges::equal(left, right, {}, to_lower, to_lower);
}

/// Whether every byte of the text is ASCII.
constexpr bool is_ascii(std::string_view text) noexcept
{
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// The text without these bytes at its ends.
constexpr std::string_view trimmed(std::string_view text, std::string_view bytes = " \t\r\n") noexcept
{
    const auto first = text.find_first_not_of(bytes);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(bytes) - first + 1);
}

inline std::string uppercase(std::string_view text)
{
    std::string result{text};
    std::ranges::transform(result, result.begin(), to_upper);
    return result;
}

/// `analyze_bulk` as `AnalyzeBulk`: the name of a type.
inline std::string pascal_case(std::string_view name)
{
    std::string result;
    bool        begins_word = true;
    for (const char c : name)
    {
        if (c != '_') result += begins_word ? to_upper(c) : c;
        begins_word = c == '_';
    }
    return result;
}

/// Percent-encoding, RFC 3986: letters, digits, `-._~` and the bytes of `others` stay.
inline std::string percent_encoded(std::string_view text, std::string_view others = {})
{
    constexpr std::string_view hex = "0123456789ABCDEF", unreserved = "-._~";
    std::string                result;
    for (const char c : text)
    {
        const auto byte = static_cast<unsigned char>(c);
        if (is_alphanumeric(byte) || unreserved.find(c) != unreserved.npos || others.find(c) != others.npos)
            result += c;
        else result.append({'%', hex[byte >> 4U], hex[byte & 15U]});
    }
    return result;
}

struct percent_decoding
{
    std::string text;
    bool        valid = true; ///< each `%` begins an escape; as in browsers, others stay in the text
};

inline percent_decoding percent_decoded(std::string_view text)
{
    const auto value_of = [](char c) { return is_digit(c) ? c - '0' : to_lower(c) - 'a' + 10; };

    percent_decoding result;
    for (std::size_t at = 0; at != text.size(); ++at)
    {
        const bool escapes =
            text[at] == '%' && text.size() - at > 2 && is_hex_digit(text[at + 1]) && is_hex_digit(text[at + 2]);
        result.text += escapes ? static_cast<char>(value_of(text[at + 1]) * 16 + value_of(text[at + 2])) : text[at];
        result.valid = result.valid && (escapes || text[at] != '%');
        if (escapes) at += 2;
    }
    return result;
}

/// Bytes of the placeholder that the text begins with, `<PERSON_0>`; 0 if there is none.
constexpr std::size_t placeholder_size(std::string_view text, std::string_view open = "<",
                                       std::string_view close = ">") noexcept
{
    if (!text.starts_with(open)) return 0;
    const auto begin = open.size();
    auto       at    = begin;
    while (at != text.size() && (is_upper(text[at]) || text[at] == '_')) ++at;
    const auto digits = at;
    while (at != text.size() && is_digit(text[at])) ++at;
    const bool has_kind = digits - begin > 1 && text[begin] != '_' && text[digits - 1] == '_';
    return has_kind && at != digits && text.substr(at).starts_with(close) ? at + close.size() : 0;
}

} // namespace verbatim::sdk::ascii

/// UTF-8. A character, in every limit of a length, is one code point. Functions that do not decode assume valid text.
namespace verbatim::sdk::utf8 {

struct code_point
{
    char32_t    value = U'\uFFFD';
    std::size_t end   = 0; ///< in bytes of the text
    bool        valid = false;
};

/// Whether the byte continues a sequence and so begins no code point.
constexpr bool is_continuation(char byte) noexcept { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// `decode` for a byte outside ASCII.
constexpr code_point decode_sequence(std::string_view text, std::size_t at) noexcept
{
    const code_point  invalid{.end = at + 1};
    const auto        lead = static_cast<unsigned char>(text[at]);
    const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() - at < size) return invalid;

    char32_t value = lead & (0x7FU >> size);
    for (std::size_t i = 1; i != size; ++i)
    {
        if (!is_continuation(text[at + i])) return invalid;
        value = (value << 6U) | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
    }
    const bool overlong  = (size == 3 && value < 0x800) || (size == 4 && value < 0x10000);
    const bool surrogate = value >= 0xD800 && value < 0xE000;
    if (overlong || surrogate || value > 0x10FFFF) return invalid;
    return {value, at + size, true};
}

/// The code point that begins at the byte `at`, which is below the size. Where none begins, one invalid byte.
constexpr code_point decode(std::string_view text, std::size_t at) noexcept
{
    const auto lead = static_cast<unsigned char>(text[at]);
    return lead < 0x80 ? code_point{lead, at + 1, true} : decode_sequence(text, at);
}

/// Where the code point begins that ends before the byte `at`, which is not 0.
constexpr std::size_t previous_code_point(std::string_view text, std::size_t at) noexcept
{
    --at;
    for (int bytes = 1; bytes != 4 && at != 0 && is_continuation(text[at]); ++bytes) --at;
    return at;
}

/// The number of code points.
constexpr std::size_t count_code_points(std::string_view text) noexcept
{
    constexpr std::size_t block = 64; // a fixed number, so that compilers count sixteen bytes at once
    std::size_t           count = text.size();
    std::size_t           at    = 0;
    for (; at + block <= text.size(); at += block)
    {
        const char*  bytes         = text.data() + at; // unchecked, because a check of each byte prevents that
        std::uint8_t continuations = 0;
        for (std::size_t i = 0; i != block; ++i)
            continuations = static_cast<std::uint8_t>(continuations + (is_continuation(bytes[i]) ? 1 : 0));
        count -= continuations;
    }
    for (; at != text.size(); ++at) count -= is_continuation(text[at]) ? 1 : 0;
    return count;
}

/// The first code points of the text, at most `limit`.
constexpr std::string_view first_code_points(std::string_view text, std::size_t limit) noexcept
{
    if (text.size() <= limit) return text; // no code point is shorter than a byte
    std::size_t end = 0;
    for (; end != text.size(); ++end)
        if (!is_continuation(text[end]) && limit-- == 0) break;
    return text.substr(0, end);
}

/// The longest beginning of whole code points within `bytes` bytes.
constexpr std::string_view truncated(std::string_view text, std::size_t bytes) noexcept
{
    if (text.size() <= bytes) return text;
    while (bytes != 0 && is_continuation(text[bytes])) --bytes;
    return text.substr(0, bytes);
}

/// Whether the text is UTF-8: no overlong form, no surrogate, nothing above U+10FFFF.
constexpr bool is_valid(std::string_view text) noexcept
{
    for (std::size_t at = 0; at != text.size();)
    {
        const auto c = decode(text, at);
        if (!c.valid) return false;
        at = c.end;
    }
    return true;
}

/// The White_Space property of Unicode.
constexpr bool is_white_space(char32_t c) noexcept
{
    return c == U' ' || (c >= 0x09 && c <= 0x0D) || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

/// The text without the white space at its ends.
constexpr std::string_view trimmed(std::string_view text) noexcept
{
    while (!text.empty())
    {
        const auto c = decode(text, 0);
        if (!is_white_space(c.value)) break;
        text.remove_prefix(c.end);
    }
    while (!text.empty())
    {
        const auto last = previous_code_point(text, text.size());
        const auto c    = decode(text, last);
        if (c.end != text.size() || !is_white_space(c.value)) break;
        text = text.substr(0, last);
    }
    return text;
}

/// Whether the text has nothing but white space.
constexpr bool is_blank(std::string_view text) noexcept { return trimmed(text).empty(); }

} // namespace verbatim::sdk::utf8
