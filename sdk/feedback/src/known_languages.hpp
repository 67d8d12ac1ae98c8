#pragma once

#include <unicode/uscript.h>

#include <span>
#include <string_view>

namespace verbatim::feedback {

/// The features that distinguish a language in a text of a few words.
struct known_language
{
    std::string_view code; ///< ISO 639-1, else ISO 639-3
    UScriptCode      script;
    double           rarity;      ///< natural logarithm of the prior odds against it
    bool             in_detector; ///< false: CLD2 does not know it and reports another language
    std::string_view letters;     ///< its letters that not all languages of the script use
    std::string_view words;       ///< its function words, roughly by frequency, separated by blanks
};

/// The languages of humanitarian work, and languages that resemble them. Lives as long as the process.
std::span<const known_language> known_languages() noexcept;

} // namespace verbatim::feedback
