#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace verbatim::text_analysis {

/// The languages with word lists, stemming and report labels. Text in others is split into words and counted as it is.
enum class language : unsigned char
{
    english,
    french,
    spanish,
    arabic,
    russian,
    dutch,
    ukrainian,
};

inline constexpr std::size_t language_count = 7;

inline constexpr std::array<language, language_count> languages{
    language::english, language::french, language::spanish,  language::arabic,
    language::russian, language::dutch,  language::ukrainian};

/// Of ISO 639-1, in the same order.
inline constexpr std::array<std::string_view, language_count> language_codes{"en", "fr", "es", "ar", "ru", "nl", "uk"};

constexpr std::size_t index(language lang) noexcept { return static_cast<std::size_t>(lang); }

/// A word has a stem in each language, and last itself, for texts without a language.
inline constexpr std::size_t stems_per_word = language_count + 1;

constexpr std::size_t stem_index(std::optional<language> lang) noexcept { return lang ? index(*lang) : language_count; }

} // namespace verbatim::text_analysis
