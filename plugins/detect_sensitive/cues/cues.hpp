#pragma once

#include <string_view>

/// Words that hint at sensitive content, a file for each language.
///
/// Words are separated by blanks and case-folded, Latin words without accents and elided articles. `*` at the beginning
/// or end of a word matches any letters. `<name>` is any word of the line `name = ...`. A line `[SECTION]` begins the
/// list of a sensitivity type or of one of the sections below; `|` and the end of a line separate its entries, and a
/// line that begins with `#` is a comment.
///
/// A cue is one or more adjacent words. Cues joined by ` + ` occur in one sentence, at most 15 words apart. A cue after
/// ` - ` does not occur in the sentence.
///
/// `[negation]`: words that negate up to five words after them, and words that negate themselves; `[negation after]`:
/// the same for the three words before them; `[no negation]`: phrases with such a word that negate nothing; `[clause]`:
/// words that end a negation; `[harmless]`: phrases whose words belong to no cue; `[unless]`: a sentence with one of
/// these has no cues, since it repeats news or names a subject of a lesson.
namespace verbatim::detect_sensitive::offline::cues {

extern const std::string_view english, french, spanish, arabic, russian, dutch, ukrainian, swahili;

} // namespace verbatim::detect_sensitive::offline::cues
