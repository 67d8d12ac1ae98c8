#pragma once

#include "extractive/language.hpp"

#include <string_view>

namespace verbatim::core::extractive {

/// The words of one language that name no topic, each list blank-separated, case-folded, accents kept.
struct word_lists
{
    std::string_view stop;      ///< grammar: articles, pronouns, prepositions, auxiliaries
    std::string_view reporting; ///< how a note taker writes that something was said: `caller`, `asks`, `reports`
    std::string_view staff;     ///< who replies to the community in such a note: `operator`, `staff`
    std::string_view vague;     ///< says something only beside another word: `people`, `problem`, `many`
    std::string_view query;     ///< what an analyst's question is made of: `main`, `themes`, `which`
};

const word_lists& word_lists_of(language lang) noexcept;

} // namespace verbatim::core::extractive
