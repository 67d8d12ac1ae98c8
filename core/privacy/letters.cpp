#include "privacy/letters.hpp"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

#include <array>

namespace verbatim::core::privacy {

namespace {

constexpr char32_t table_end =
    0x2100; // Latin, Greek, Cyrillic, Arabic and the common punctuation; the rest is asked of ICU

bool writes_no_spaces(char32_t c) noexcept
{
    UErrorCode failed = U_ZERO_ERROR;
    switch (uscript_getScript(static_cast<UChar32>(c), &failed))
    {
    case USCRIPT_HAN:
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
    case USCRIPT_THAI:
    case USCRIPT_LAO:
    case USCRIPT_KHMER:
    case USCRIPT_MYANMAR: return true;
    default: return false;
    }
}

bool is_unseen(char32_t c) noexcept
{
    return u_charType(static_cast<UChar32>(c)) == U_FORMAT_CHAR ||
           u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0;
}

letter classify(char32_t c) noexcept
{
    constexpr char32_t stretch = 0x0640, first_accent = 0x300; // modifier letters below the accents are signs: ʼ ʰ
    if (is_unseen(c)) return letter::mark;
    switch (u_charType(static_cast<UChar32>(c)))
    {
    case U_LOWERCASE_LETTER: return letter::lower;
    case U_UPPERCASE_LETTER:
    case U_TITLECASE_LETTER: return letter::upper;
    case U_MODIFIER_LETTER:
        if (c == stretch || (c >= 0x2B0 && c < first_accent)) return letter::mark;
        return writes_no_spaces(c) ? letter::alone : c < 0x2B0 ? letter::caseless : letter::mark;
    case U_OTHER_LETTER:
        if (c < 0x100) return letter::lower; // the raised a and o of "Nº"
        return writes_no_spaces(c) ? letter::alone : letter::caseless;
    case U_NON_SPACING_MARK:
    case U_ENCLOSING_MARK:
    case U_COMBINING_SPACING_MARK: return letter::mark;
    case U_DECIMAL_DIGIT_NUMBER: return letter::digit;
    default: return letter::none;
    }
}

/// Whether a word means the same without this mark: accents, points, tatweel. Vowel signs, the sign that silences a
/// vowel, the voicing of kana and the tones of Thai are part of the spelling; their combining classes tell them apart.
bool is_dropped(char32_t c) noexcept
{
    if (is_unseen(c)) return true;
    switch (u_charType(static_cast<UChar32>(c)))
    {
    case U_ENCLOSING_MARK: return true;
    case U_MODIFIER_LETTER: return classify(c) == letter::mark && c < 0x700;
    case U_NON_SPACING_MARK:
    case U_COMBINING_SPACING_MARK:
    {
        constexpr int overlay = 1, nukta = 7, first_point = 10, last_point = 36, first_accent = 200;
        const int     place = u_getCombiningClass(static_cast<UChar32>(c));
        return place == overlay || place == nukta || (place >= first_point && place <= last_point) ||
               place >= first_accent;
    }
    default: return false;
    }
}

char32_t without_variants(char32_t c) noexcept
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

/// Appends one letter, or the two that its ligature is also written with. False when there is no room.
bool append(char32_t c, folded& to) noexcept
{
    std::u32string_view letters{&c, 1};
    if (c == 0x00E6) letters = U"ae";
    if (c == 0x0153) letters = U"oe";
    if (c == 0x00FE) letters = U"th";
    if (to.size + letters.size() > to.letters.size()) return false;
    for (const auto one : letters) to.letters[to.size++] = without_variants(one);
    return true;
}

folded make_fold(char32_t c) noexcept
{
    const auto kind = classify(c);
    if (const auto digit = u_charDigitValue(static_cast<UChar32>(c)); digit >= 0 && kind == letter::digit)
        return {{U'0' + static_cast<char32_t>(digit)}, 1};
    if (is_dropped(c)) return {};

    const folded       itself{{c}, 1};
    UErrorCode         failed = U_ZERO_ERROR;
    const auto*        folder = icu::Normalizer2::getNFKCCasefoldInstance(failed);
    const auto*        taker  = icu::Normalizer2::getNFDInstance(failed);
    icu::UnicodeString parts;
    if (U_SUCCESS(failed)) folder->normalize(icu::UnicodeString(static_cast<UChar32>(c)), parts, failed);
    const auto apart = U_SUCCESS(failed) ? taker->normalize(parts, failed) : parts;
    if (U_FAILURE(failed)) return itself;

    folded made;
    for (std::int32_t at = 0; at < apart.length(); at = apart.moveIndex32(at, 1))
    {
        const auto part = static_cast<char32_t>(apart.char32At(at));
        if (is_dropped(part)) continue;
        // A whole phrase in one code point stays what it is.
        if (classify(part) == letter::none || !append(part, made)) return itself;
    }
    return made.size == 0 ? itself : made;
}

struct tables
{
    std::array<letter, table_end> kinds;
    std::array<folded, table_end> folds;

    tables() noexcept
    {
        for (char32_t c = 0; c != table_end; ++c)
        {
            kinds[c] = classify(c);
            folds[c] = make_fold(c);
        }
    }
};

const tables& alphabet() noexcept
{
    static const tables made;
    return made;
}

/// Han, by far the most of what is beyond the tables.
bool is_ideograph(char32_t c) noexcept { return (c >= 0x4E00 && c < 0xA000) || (c >= 0x3400 && c < 0x4DC0); }

} // namespace

letter kind_beyond_ascii(char32_t c) noexcept
{
    if (c < table_end) return alphabet().kinds[c];
    return is_ideograph(c) ? letter::alone : classify(c);
}

folded fold_beyond_ascii(char32_t c) noexcept
{
    if (c < table_end) return alphabet().folds[c];
    return is_ideograph(c) ? folded{{c}, 1} : make_fold(c);
}

bool is_drawn_mark(char32_t c) noexcept
{
    return c >= 0x300 && (U_GET_GC_MASK(static_cast<UChar32>(c)) & U_GC_M_MASK) != 0;
}

decoded decode_beyond_ascii(std::string_view text, std::size_t at) noexcept
{
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    UChar32     value = 0;
    auto        next  = at;
    U8_NEXT(bytes, next, text.size(), value);
    if (value < 0) return {0, at + 1, false};
    return {static_cast<char32_t>(value), next, true};
}

std::size_t before(std::string_view text, std::size_t at) noexcept
{
    --at;
    for (int steps = 0; steps != 3 && at != 0 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U; ++steps) --at;
    return at;
}

} // namespace verbatim::core::privacy
