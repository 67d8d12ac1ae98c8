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

/// Whether two neighbours are of scripts that do not mix in one word: an Arabic preposition glued to a Latin name.
constexpr bool changes_script(letter left, letter right) noexcept
{
    const auto cased = [](letter one) { return one == letter::lower || one == letter::upper; };
    return (left == letter::caseless && cased(right)) || (cased(left) && right == letter::caseless);
}

/// What is left of one code point when case, accent and form are taken away, so that José, JOSE, ＪＯＳＥ and jose are
/// one, and Straße and STRASSE: compatibility forms and full case folding of Unicode, then without accents, points and
/// whatever cannot be seen. Vowel signs stay: they are letters. Arabic letters lose their variants, digits of any
/// script become ASCII. The composed and the decomposed form of a letter give the same.
struct folded
{
    std::array<char32_t, 4> letters{};
    std::uint8_t            size = 0; ///< 0: a mark that does not count

    const char32_t* begin() const noexcept { return letters.data(); }
    const char32_t* end() const noexcept { return letters.data() + size; }
};

folded fold_beyond_ascii(char32_t c) noexcept;

/// Calls `each` with the letters that `c` folds to.
template <class Each>
void fold(char32_t c, Each each)
{
    if (c < 0x80) each(ascii_kinds[c] == letter::upper ? c + 0x20 : c);
    else
        for (const auto one : fold_beyond_ascii(c)) each(one);
}

/// An accent, or another mark that is drawn on the letter before it.
bool is_drawn_mark(char32_t c) noexcept;

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
