#pragma once

#include "sensitivity.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace verbatim::detect_sensitive::offline {

using pattern_id = std::uint32_t;

/// Words with `*` for any letters at either end. Several patterns may have one id. Borrows the patterns.
class word_patterns
{
public:
    void add(std::string_view pattern, pattern_id id);

    /// Appends the ids of the patterns that match.
    void find(std::string_view word, std::vector<pattern_id>& ids) const;

private:
    using table = std::unordered_map<std::string_view, std::vector<pattern_id>>;

    table                                                words_;
    table                                                prefixes_;
    table                                                suffixes_;
    std::vector<std::pair<std::string_view, pattern_id>> infixes_;
};

/// Adjacent words.
struct word_sequence
{
    std::vector<pattern_id> patterns;
    bool                    negative = false; ///< holds a negation itself, so that another negates nothing
};

struct cue
{
    std::vector<word_sequence> required; ///< all in one sentence
    std::vector<word_sequence> excluded; ///< none in this sentence
};

/// The rules of a language for all its cues: see the namespace cues.
struct cue_context
{
    std::vector<pattern_id>    negations;
    std::vector<pattern_id>    clause_words;
    std::vector<word_sequence> later_negations;
    std::vector<word_sequence> no_negations;
    std::vector<word_sequence> harmless;
    std::vector<cue>           unless;
};

/// The cues of all languages. [any thread]
class cue_lexicon
{
public:
    struct entry
    {
        sensitivity type;
        std::size_t language; ///< index of `contexts`: those of text_analysis::languages, then Swahili
        cue         words;
    };

    /// Throws std::logic_error with the line if a list is malformed.
    cue_lexicon();

    /// The ids of a case-folded word.
    std::vector<pattern_id> find(std::string_view word) const;

    /// Entries whose first sequence begins with the pattern.
    const std::vector<std::size_t>& entries_with(pattern_id first) const { return by_first_[first]; }
    const std::vector<entry>&       entries() const noexcept { return entries_; }
    const std::vector<cue_context>& contexts() const noexcept { return contexts_; }

private:
    class reader;

    word_patterns                         patterns_;
    std::vector<entry>                    entries_;
    std::vector<cue_context>              contexts_;
    std::vector<std::vector<std::size_t>> by_first_;
};

/// The word as patterns are written: Arabic letters and `ё` in one form each.
std::string unified_letters(std::string word);

/// Built at the first call.
const cue_lexicon& all_cues();

} // namespace verbatim::detect_sensitive::offline

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
