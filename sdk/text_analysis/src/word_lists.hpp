#pragma once

#include "verbatim/text_analysis/language.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// The number of the topic of a word in lower case, with its tokenizer::stem_text; none for most words. `pump`,
/// `forage` and `насос` belong to one topic, water. The first call reads the table. [any thread]
std::optional<std::size_t> topic_of(language lang, std::string_view word, const std::string& stem_text);

/// All words of the topics in a language, in lower case. [any thread]
std::vector<std::string_view> topic_words_of(language lang);

} // namespace verbatim::text_analysis
