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

letter classify(char32_t c) noexcept
{
    switch (u_charType(static_cast<UChar32>(c)))
    {
    case U_LOWERCASE_LETTER: return letter::lower;
    case U_UPPERCASE_LETTER:
    case U_TITLECASE_LETTER: return letter::upper;
    case U_MODIFIER_LETTER:
        return c == 0x0640 || c >= 0x2B0 ? letter::mark : letter::caseless; // 0640 only stretches an Arabic word
    case U_OTHER_LETTER: return writes_no_spaces(c) ? letter::alone : letter::caseless;
    case U_NON_SPACING_MARK:
    case U_ENCLOSING_MARK:
    case U_COMBINING_SPACING_MARK:
    case U_FORMAT_CHAR: return letter::mark;
    case U_DECIMAL_DIGIT_NUMBER: return letter::digit;
    default: return letter::none;
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
    case 0x0142: // letters whose stroke Unicode does not take apart
        return U'l';
    case 0x00F8: return U'o';
    case 0x0111: return U'd';
    case 0x0127: return U'h';
    case 0x0131: return U'i';
    default: return c;
    }
}

char32_t make_fold(char32_t c) noexcept
{
    if (const auto digit = u_charDigitValue(static_cast<UChar32>(c)); digit >= 0 && classify(c) == letter::digit)
        return U'0' + static_cast<char32_t>(digit);

    auto               plain      = static_cast<UChar32>(c);
    UErrorCode         failed     = U_ZERO_ERROR;
    const auto*        decomposer = icu::Normalizer2::getNFDInstance(failed);
    icu::UnicodeString parts;
    if (U_SUCCESS(failed) && decomposer->getDecomposition(plain, parts)) plain = parts.char32At(0);
    return without_variants(static_cast<char32_t>(u_foldCase(plain, U_FOLD_CASE_DEFAULT)));
}

struct tables
{
    std::array<letter, table_end>        kinds;
    std::array<std::uint16_t, table_end> folds;

    tables() noexcept
    {
        for (char32_t c = 0; c != table_end; ++c)
        {
            kinds[c] = classify(c);
            folds[c] = static_cast<std::uint16_t>(make_fold(c));
        }
    }
};

const tables& alphabet() noexcept
{
    static const tables made;
    return made;
}

} // namespace

letter kind_beyond_ascii(char32_t c) noexcept { return c < table_end ? alphabet().kinds[c] : classify(c); }

char32_t fold_beyond_ascii(char32_t c) noexcept { return c < table_end ? alphabet().folds[c] : make_fold(c); }

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
