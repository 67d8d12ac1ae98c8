#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace verbatim::core::privacy {

/// What a code point does in a word.
enum class letter : std::uint8_t
{
    none,  ///< ends a word
    lower, ///< also title case
    upper,
    caseless, ///< Arabic, Hebrew, Devanagari, …
    alone,    ///< a letter of a script that writes no spaces: a word by itself
    mark,     ///< continues a word without counting: accents, vowel signs, joiners
    digit,
};

/// Most text is ASCII, or pays for its blanks in it; the rest is looked up behind a call.
inline constexpr auto ascii_kinds = [] {
    std::array<letter, 0x80> made{};
    for (char32_t c = U'a'; c <= U'z'; ++c) made[c] = letter::lower;
    for (char32_t c = U'A'; c <= U'Z'; ++c) made[c] = letter::upper;
    for (char32_t c = U'0'; c <= U'9'; ++c) made[c] = letter::digit;
    return made;
}();

letter kind_beyond_ascii(char32_t c) noexcept;

inline letter kind_of(char32_t c) noexcept { return c < 0x80 ? ascii_kinds[c] : kind_beyond_ascii(c); }

/// The letter without case and accent, so that José, JOSE and jose are one; Arabic letters lose their variants, and
/// digits of any script become ASCII. One code point stays one code point.
char32_t fold_beyond_ascii(char32_t c) noexcept;

inline char32_t fold(char32_t c) noexcept
{
    return c >= 0x80 ? fold_beyond_ascii(c) : ascii_kinds[c] == letter::upper ? c + 0x20 : c;
}

/// One code point, as read by `decode`.
struct decoded
{
    char32_t    value = 0;
    std::size_t next  = 0;
    bool        valid = false;
};

/// The code point that begins at `at` (which must be within the text). An invalid byte is skipped alone, with `valid`
/// false.
decoded decode_beyond_ascii(std::string_view text, std::size_t at) noexcept;

inline decoded decode(std::string_view text, std::size_t at) noexcept
{
    const auto first = static_cast<unsigned char>(text[at]);
    return first < 0x80 ? decoded{first, at + 1, true} : decode_beyond_ascii(text, at);
}

/// Where the code point that ends before `at` begins; `at` must be positive and on a border.
std::size_t before(std::string_view text, std::size_t at) noexcept;

} // namespace verbatim::core::privacy
