#pragma once

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <cstdint>
#include <string_view>

namespace verbatim::feedback {

inline icu::UnicodeString from_utf8(std::string_view text)
{
    return icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
}

template <class Each>
void for_each_code_point(const icu::UnicodeString& text, Each each)
{
    for (std::int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1)) each(text.char32At(at));
}

/// The text in a normalization form; unchanged if ICU lacks its data.
inline icu::UnicodeString normalized(const icu::UnicodeString& text, const icu::Normalizer2* (*form)(UErrorCode&))
{
    UErrorCode  status     = U_ZERO_ERROR;
    const auto* normalizer = form(status);
    auto        result     = U_SUCCESS(status) ? normalizer->normalize(text, status) : text;
    return U_SUCCESS(status) ? result : text;
}

} // namespace verbatim::feedback
