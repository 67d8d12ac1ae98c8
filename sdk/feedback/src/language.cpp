#include "verbatim/feedback/language.hpp"

#include "verbatim/sdk/text.hpp"

#include <unicode/locid.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>

namespace verbatim::feedback {

namespace {

icu::UnicodeString from_utf8(std::string_view text)
{
    return icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
}

template <class Each>
void for_each_code_point(const icu::UnicodeString& text, Each each)
{
    for (std::int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1)) each(text.char32At(at));
}

/// Each run of white space as one blank, none at the ends.
icu::UnicodeString collapsed(const icu::UnicodeString& text)
{
    icu::UnicodeString words;
    bool               gap = false;
    for_each_code_point(text, [&](UChar32 c) {
        if (u_isUWhiteSpace(c))
        {
            gap = true;
            return;
        }
        if (gap && !words.isEmpty()) words.append(UChar32{' '});
        gap = false;
        words.append(c);
    });
    return words;
}

icu::UnicodeString composed(const icu::UnicodeString& text)
{
    UErrorCode               status = U_ZERO_ERROR;
    const auto*              nfc    = icu::Normalizer2::getNFCInstance(status);
    const icu::UnicodeString normal = U_SUCCESS(status) ? nfc->normalize(text, status) : text;
    return U_SUCCESS(status) ? normal : text;
}

bool may_name_a_language(UChar32 c)
{
    return (U_GET_GC_MASK(c) & (U_GC_L_MASK | U_GC_M_MASK)) != 0 || c == ' ' || c == '-' || c == '(' || c == ')' ||
           c == '\'';
}

} // namespace

std::optional<std::string> sanitized_language(std::string_view requested)
{
    const auto         words = composed(collapsed(from_utf8(sdk::utf8::first_code_points(requested, 1'000))));
    icu::UnicodeString letters;
    for_each_code_point(words, [&](UChar32 c) {
        if (may_name_a_language(c)) letters.append(c);
    });

    std::string name;
    collapsed(letters).toUTF8String(name);
    name            = sdk::utf8::trimmed(sdk::utf8::first_code_points(name, 50));
    bool any_letter = false;
    for_each_code_point(from_utf8(name), [&](UChar32 c) { any_letter |= (U_GET_GC_MASK(c) & U_GC_L_MASK) != 0; });
    if (!any_letter) return std::nullopt;
    return name;
}

std::optional<label_language> find_label_language(std::string_view sanitized)
{
    struct entry
    {
        std::string_view name;
        std::string_view code;
        label_language   language;
    };
    // clang-format off
    static constexpr std::array<entry, 7> entries{{
        {"english",   "en", label_language::english},
        {"french",    "fr", label_language::french},
        {"spanish",   "es", label_language::spanish},
        {"arabic",    "ar", label_language::arabic},
        {"russian",   "ru", label_language::russian},
        {"dutch",     "nl", label_language::dutch},
        {"ukrainian", "uk", label_language::ukrainian},
    }};
    // clang-format on
    const auto lower_case = sdk::ascii::lowercase(sdk::utf8::trimmed(sanitized));
    const auto place      = std::ranges::find_if(
             entries, [&](const entry& candidate) { return lower_case == candidate.name || lower_case == candidate.code; });
    if (place == entries.end()) return std::nullopt;
    return place->language;
}

std::string language_name(std::string_view code)
{
    icu::UnicodeString display_name;
    icu::Locale{std::string{code}.c_str()}.getDisplayLanguage(icu::Locale::getEnglish(), display_name);
    std::string name;
    display_name.toUTF8String(name);
    return name.empty() ? std::string{code} : name;
}

sdk::prompt_text language_directive(sdk::literal subject, std::string_view language)
{
    sdk::prompt_text sentence{"Write the "};
    sentence += subject;
    sentence += " in ";
    sentence += sdk::prompt_text::unredacted(language);
    sentence += ", which takes precedence over any language that is requested elsewhere.";
    return sentence;
}

} // namespace verbatim::feedback
