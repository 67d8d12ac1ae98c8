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
    /// Only the spelling speaks for it: it counts unless the request writes these words small elsewhere.
    bool uncertain = false;
    /// Its first word opens the sentence and may be no name: it counts unless the request writes it small elsewhere.
    bool uncertain_first = false;
    /// A title or an introduction stood before it.
    bool introduced = false;
    /// Its last word is unknown and may be another: it is not looked for elsewhere.
    bool guessed_last = false;
};

/// Gives capitalised Cyrillic words the roles of the names and countries they are case forms of.
void undo_declension(const lexicon& words, tokenized_text& text);

/// The names of one annotated text, in order, without overlaps: by cues beside them, by lists, by endings of family
/// names, and by runs of capitalised words that are nothing else.
std::vector<name_match> find_names(const tokenized_text& text);

/// A word that cannot be (part of) a name, whatever its spelling.
bool cannot_be_name(const token& word) noexcept;

/// Whether the token is written as names are in its text.
bool is_capitalised(const token& word) noexcept;

} // namespace verbatim::core::privacy
