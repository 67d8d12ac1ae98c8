#pragma once

#include "verbatim/text_analysis/language.hpp"

#include <array>
#include <memory>
#include <string>
#include <string_view>

struct sb_stemmer;

namespace verbatim::text_analysis {

/// Reduces inflected words to a common stem: `vaccine` and `vaccines`, `مياه` and `والمياه`. By Snowball, except for
/// Ukrainian, which it does not know, and Arabic, of which it cuts less: it keeps `مياه` and `المياه` apart.
class stemmer
{
public:
    /// A key for comparing, not a word to show. `folded` is case-folded, and without accents where it is Latin.
    std::string stem(std::string_view folded, language lang);

private:
    struct deleter
    {
        void operator()(sb_stemmer* stemmer) const noexcept;
    };
    std::array<std::unique_ptr<sb_stemmer, deleter>, language_count> snowball_; ///< created on first use
};

} // namespace verbatim::text_analysis
