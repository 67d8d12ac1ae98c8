#pragma once

#include <unicode/uscript.h>

#include <span>
#include <string_view>

namespace verbatim::feedback {

/// What tells one language from others in a text of a few words.
struct known_language
{
    std::string_view code; ///< ISO 639-1; a longer one where that has none
    UScriptCode      script;
    double           rarity;      ///< natural logarithm of how much rarer it is taken to be than others
    bool             in_detector; ///< false: CLD2 does not know it, and calls it something else
    std::string_view letters;     ///< what it uses of the letters that not all languages of its script share
    std::string_view words;       ///< its function words, about in the order of their frequency, blanks between them
};

/// The languages of the field and those that they are mistaken for. Lives as long as the process.
std::span<const known_language> known_languages() noexcept;

} // namespace verbatim::feedback
