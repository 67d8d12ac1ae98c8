#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace verbatim::core::privacy {

/// The role of a code point in a word.
enum class char_class : std::uint8_t
{
    none,  ///< ends a word
    lower, ///< also title case
    upper,
    caseless, ///< Arabic, Hebrew, Devanagari, …
    unspaced, ///< a letter of a script without spaces: a word by itself
    mark,     ///< continues a word without adding a letter: accents, vowel signs, joiners
    digit,
};

/// Inline for ASCII, since blanks and signs are ASCII in most scripts.
inline constexpr auto ascii_classes = [] {
    std::array<char_class, 0x80> classes{};
    for (char32_t c = U'a'; c <= U'z'; ++c) classes[c] = char_class::lower;
    for (char32_t c = U'A'; c <= U'Z'; ++c) classes[c] = char_class::upper;
    for (char32_t c = U'0'; c <= U'9'; ++c) classes[c] = char_class::digit;
    return classes;
}();

char_class non_ascii_class_of(char32_t c) noexcept;

inline char_class class_of(char32_t c) noexcept { return c < 0x80 ? ascii_classes[c] : non_ascii_class_of(c); }

/// Whether two neighbours belong to different words: an Arabic preposition joined to a Latin name.
constexpr bool changes_script(char_class left, char_class right) noexcept
{
    const auto cased = [](char_class c) { return c == char_class::lower || c == char_class::upper; };
    return (left == char_class::caseless && cased(right)) || (cased(left) && right == char_class::caseless);
}

/// One code point without case, accent and form: José, JOSE, ＪＯＳＥ and jose are equal, and Straße and STRASSE.
/// Unicode NFKC case folding, then without accents, points and invisible code points; vowel signs stay. Variants of
/// Arabic letters become one, digits become ASCII. Composed and decomposed forms give the same result.
struct folded_letters
{
    std::array<char32_t, 4> letters{};
    std::uint8_t            size = 0; ///< 0 for an ignored mark

    const char32_t* begin() const noexcept { return letters.data(); }
    const char32_t* end() const noexcept { return letters.data() + size; }
};

folded_letters fold_non_ascii(char32_t c) noexcept;

/// Classes and folds of the first code points: Latin, Greek, Cyrillic, Arabic and the common punctuation. ICU computes
/// the others at each call.
struct char_tables
{
    static constexpr char32_t end = 0x2100;

    char_tables() noexcept;

    std::array<char_class, end>     classes;
    std::array<folded_letters, end> folds;
};

const char_tables& shared_tables() noexcept;

/// Calls `each` with the letters that `c` folds to.
template <class Each>
void fold(char32_t c, Each each)
{
    if (c < 0x80) each(ascii_classes[c] == char_class::upper ? c + 0x20 : c);
    else
        for (const auto letter : fold_non_ascii(c)) each(letter);
}

/// An accent or another visible mark on the letter before it.
bool is_visible_mark(char32_t c) noexcept;

} // namespace verbatim::core::privacy
