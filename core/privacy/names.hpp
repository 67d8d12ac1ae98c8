#pragma once

#include "privacy/lexicon.hpp"
#include "privacy/tokenizer.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace verbatim::core::privacy {

/// A person's name: the tokens [first, last) of its text.
struct name_match
{
    std::size_t first = 0, last = 0;
    double      score = 0.0;
    /// The spelling is the only evidence: no name if the request has these words in lower case elsewhere.
    bool uncertain = false;
    /// The same for its first word, which begins the sentence.
    bool uncertain_first = false;
    /// Its last word is unknown and may not belong to it; it is not searched in other texts.
    bool guessed_last = false;
};

/// Gives declined, capitalised Cyrillic words the roles of their listed forms.
void undo_declension(const lexicon& words, tokenized_text& text);

/// The names of one annotated text, in order, without overlaps. Evidence: cues, lists, endings of family names, and
/// runs of capitalised words that are nothing else.
std::vector<name_match> find_names(const tokenized_text& text);

/// Whether the word cannot be part of a name, however it is written.
bool cannot_be_name(const token& word) noexcept;

/// Whether the word is written like a name: capitalised, or an upper-case word of three letters or more.
constexpr bool is_capitalised(const token& word) noexcept
{
    if (word.form == shape::title || word.form == shape::mixed) return true;
    return word.form == shape::upper && word.letters > 2;
}

} // namespace verbatim::core::privacy
