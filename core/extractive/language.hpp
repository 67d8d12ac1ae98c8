#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace verbatim::core::extractive {

/// The languages that the built-in model has words for.
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

constexpr std::size_t index(language lang) noexcept { return static_cast<std::size_t>(lang); }

/// The language that the last sentence of a system message asks for: its English or own name, or its ISO 639-1 code, in
/// any letter case. None when no sentence asks, or for a language without words here.
std::optional<language> requested_language(std::string_view system);

} // namespace verbatim::core::extractive
