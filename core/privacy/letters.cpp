#include "privacy/letters.hpp"

#include "verbatim/text_analysis/unicode.hpp"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <array>

namespace verbatim::core::privacy {

namespace {

bool is_invisible(char32_t c) noexcept
{
    return u_charType(static_cast<UChar32>(c)) == U_FORMAT_CHAR ||
           u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0;
}

char_class classify(char32_t c) noexcept
{
    constexpr char32_t tatweel = 0x0640, first_accent = 0x300; // modifier letters below the accents are signs: ʼ ʰ
    if (is_invisible(c)) return char_class::mark;
    switch (u_charType(static_cast<UChar32>(c)))
    {
    case U_LOWERCASE_LETTER: return char_class::lower;
    case U_UPPERCASE_LETTER:
    case U_TITLECASE_LETTER: return char_class::upper;
    case U_MODIFIER_LETTER:
        if (c == tatweel || (c >= 0x2B0 && c < first_accent)) return char_class::mark;
        return text_analysis::is_written_without_blanks(c) ? char_class::unspaced
               : c < 0x2B0                                 ? char_class::caseless
                                                           : char_class::mark;
    case U_OTHER_LETTER:
        if (c < 0x100) return char_class::lower; // the raised a and o of "Nº"
        return text_analysis::is_written_without_blanks(c) ? char_class::unspaced : char_class::caseless;
    case U_NON_SPACING_MARK:
    case U_ENCLOSING_MARK:
    case U_COMBINING_SPACING_MARK: return char_class::mark;
    case U_DECIMAL_DIGIT_NUMBER: return char_class::digit;
    default: return char_class::none;
    }
}

/// Accents, points and tatweel do not change a word. Vowel signs, virama, the voicing of kana and Thai tones do;
/// combining classes distinguish the two.
bool is_ignored_mark(char32_t c) noexcept
{
    if (is_invisible(c)) return true;
    switch (u_charType(static_cast<UChar32>(c)))
    {
    case U_ENCLOSING_MARK: return true;
    case U_MODIFIER_LETTER: return classify(c) == char_class::mark && c < 0x700;
    case U_NON_SPACING_MARK:
    case U_COMBINING_SPACING_MARK:
    {
        constexpr int overlay = 1, nukta = 7, first_point = 10, last_point = 36, first_accent = 200;
        const int     combining_class = u_getCombiningClass(static_cast<UChar32>(c));
        return combining_class == overlay || combining_class == nukta ||
               (combining_class >= first_point && combining_class <= last_point) || combining_class >= first_accent;
    }
    default: return false;
    }
}

char32_t base_variant(char32_t c) noexcept
{
    switch (c)
    {
    case 0x0622: // alef with madda, hamza above, hamza below, wasla
    case 0x0623:
    case 0x0625:
    case 0x0671: return 0x0627;
    case 0x0649: // alef maksura, Persian yeh
    case 0x06CC: return 0x064A;
    case 0x0629: // teh marbuta
        return 0x0647;
    case 0x06A9: // Persian kaf
        return 0x0643;
    case 0x06C1: // the hehs of Urdu
    case 0x06BE: return 0x0647;
    case 0x0142: // letters whose stroke Unicode does not take apart
        return U'l';
    case 0x00F8: return U'o';
    case 0x00F0:
    case 0x0111: return U'd';
    case 0x0127: return U'h';
    case 0x0131: return U'i';
    default: return c;
    }
}

/// Appends one letter, or the two letters of a ligature. False if there is no room.
bool append(char32_t c, folded_letters& result) noexcept
{
    std::u32string_view letters{&c, 1};
    if (c == 0x00E6) letters = U"ae";
    if (c == 0x0153) letters = U"oe";
    if (c == 0x00FE) letters = U"th";
    if (result.size + letters.size() > result.letters.size()) return false;
    for (const auto letter : letters) result.letters[result.size++] = base_variant(letter);
    return true;
}

folded_letters compute_fold(char32_t c) noexcept
{
    const auto kind = classify(c);
    if (const auto digit = u_charDigitValue(static_cast<UChar32>(c)); digit >= 0 && kind == char_class::digit)
        return {{U'0' + static_cast<char32_t>(digit)}, 1};
    if (is_ignored_mark(c)) return {};

    const folded_letters itself{{c}, 1};
    UErrorCode           status      = U_ZERO_ERROR;
    const auto*          case_folder = icu::Normalizer2::getNFKCCasefoldInstance(status);
    const auto*          decomposer  = icu::Normalizer2::getNFDInstance(status);
    icu::UnicodeString   case_folded;
    if (U_SUCCESS(status)) case_folder->normalize(icu::UnicodeString(static_cast<UChar32>(c)), case_folded, status);
    const auto decomposed = U_SUCCESS(status) ? decomposer->normalize(case_folded, status) : case_folded;
    if (U_FAILURE(status)) return itself;

    folded_letters result;
    for (std::int32_t at = 0; at < decomposed.length(); at = decomposed.moveIndex32(at, 1))
    {
        const auto part = static_cast<char32_t>(decomposed.char32At(at));
        if (is_ignored_mark(part)) continue;
        // A code point that folds to a whole phrase stays unfolded.
        if (classify(part) == char_class::none || !append(part, result)) return itself;
    }
    return result.size == 0 ? itself : result;
}

/// Han, the most frequent code points outside the tables.
bool is_ideograph(char32_t c) noexcept { return (c >= 0x4E00 && c < 0xA000) || (c >= 0x3400 && c < 0x4DC0); }

} // namespace

char_tables::char_tables() noexcept
{
    for (char32_t c = 0; c != end; ++c)
    {
        classes[c] = classify(c);
        folds[c]   = compute_fold(c);
    }
}

const char_tables& shared_tables() noexcept
{
    static const char_tables tables;
    return tables;
}

char_class non_ascii_class_of(char32_t c) noexcept
{
    if (c < char_tables::end) return shared_tables().classes[c];
    return is_ideograph(c) ? char_class::unspaced : classify(c);
}

folded_letters fold_non_ascii(char32_t c) noexcept
{
    if (c < char_tables::end) return shared_tables().folds[c];
    return is_ideograph(c) ? folded_letters{{c}, 1} : compute_fold(c);
}

bool is_visible_mark(char32_t c) noexcept
{
    return c >= 0x300 && (U_GET_GC_MASK(static_cast<UChar32>(c)) & U_GC_M_MASK) != 0;
}

} // namespace verbatim::core::privacy
