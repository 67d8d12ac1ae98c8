#pragma once

#include "verbatim/text_analysis/language.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace verbatim::text_analysis {

/// Words of one language that name no topic, separated by blanks, case-folded, with accents.
struct word_lists
{
    std::string_view stop;       ///< grammar: articles, pronouns, prepositions, auxiliaries
    std::string_view reporting;  ///< how note takers report speech: `caller`, `asks`, `reports`
    std::string_view staff;      ///< persons replying to the community: `operator`, `staff`
    std::string_view vague;      ///< no topic without another word: `people`, `problem`, `many`
    std::string_view query;      ///< wording of analysts' questions: `main`, `themes`, `which`
    std::string_view comparison; ///< asks for a comparison: `compare`, `difference`, as typed
    std::string_view change;     ///< asks for changes over time: `changed`, `growing`, as typed; wording like `query`
};

const word_lists& word_lists_of(language lang) noexcept;

inline constexpr std::size_t function_word_list_count = 16;

/// Grammar of further languages, as word_lists::stop: these have no other lists, no stems and no labels. A list is of
/// one script; words are as ICU segments them.
const std::array<std::string_view, function_word_list_count>& function_word_lists() noexcept;

} // namespace verbatim::text_analysis
