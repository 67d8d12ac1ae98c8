#pragma once

#include "verbatim/text_analysis/language.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::text_analysis {

/// The role of a word, by the word lists of its language.
enum class word_role : unsigned char
{
    content,
    vague,     ///< no topic by itself: `people`, `problem`
    reporting, ///< how note takers report speech: `caller`, `asks`; no topic
    stop,
    number,
    placeholder, ///< such as <PERSON_0>: a single word, never ranked
};

/// 16 bytes, because a large corpus has millions.
struct word
{
    std::uint32_t begin           = 0; ///< bytes of tokenized_text::text
    std::uint32_t end             = 0;
    std::uint32_t stem            = 0; ///< see tokenizer::stem_text
    word_role     role            = word_role::content;
    bool          capitalized : 1 = false; ///< begins with an upper-case letter
    bool          name_like : 1   = false; ///< capitalized, and no acronym
    bool          joined : 1      = false; ///< only blanks, hyphens or an apostrophe separate it from the previous word
    bool          staff : 1       = false; ///< names a person replying to the community: `operator`
    bool          query : 1       = false; ///< wording of analysts' questions: `main`, `themes`
    bool          comparison : 1  = false; ///< asks for a comparison: `difference`
    bool          change : 1      = false; ///< asks for changes over time: `growing`
};

struct sentence
{
    std::uint32_t begin = 0; ///< bytes of tokenized_text::text, trimmed
    std::uint32_t end   = 0;
    std::uint32_t first = 0; ///< words [first, last)
    std::uint32_t last  = 0;
};

/// A text in valid UTF-8 with its words and sentences, in order.
struct tokenized_text
{
    std::string             text;
    std::optional<language> detected_language; ///< by letters and listed words; may be none
    std::vector<word>       words;
    std::vector<sentence>   sentences;

    std::string_view text_of(const word& range) const
    {
        return std::string_view(text).substr(range.begin, range.end - range.begin);
    }
    std::string_view text_of(const sentence& range) const
    {
        return std::string_view(text).substr(range.begin, range.end - range.begin);
    }
};

/// The sentences of a text, in order, also those without a word; views of it. Linear time.
std::vector<std::string_view> split_sentences(std::string_view text);

/// Splits texts into words by Unicode word segmentation, and stems the words (NFKC case folding, Snowball). Equal stems
/// of all texts of one tokenizer have equal numbers. Const functions may run at the same time; the others need it
/// for themselves. Cheap to create for one completion.
class tokenizer
{
public:
    tokenizer();
    ~tokenizer();
    tokenizer(const tokenizer&)            = delete;
    tokenizer& operator=(const tokenizer&) = delete;

    /// Linear time. Invalid UTF-8 becomes U+FFFD; only the first 64 MiB are read. Words of a text without a detected
    /// language have the stems of `otherwise`, or without it are not stemmed.
    tokenized_text tokenize(std::string_view text, std::optional<language> otherwise = std::nullopt);

    const std::string& stem_text(std::uint32_t stem) const;
    std::size_t        stem_count() const;

    /// The stems of a word: see stem_index.
    std::array<std::uint32_t, stems_per_word> stems_of(std::string_view word);

    /// The roles of a word in the same languages, by the lists of words; a number has that of a word.
    std::array<word_role, stems_per_word> roles_of(std::string_view word);

    /// After NFKC case folding, with accents: as sdk::word_vectors look it up.
    std::string folded(std::string_view text) const;

    /// In lower case, as a word inside a sentence is written.
    std::string lower(std::string_view text) const;

    /// Case-folded and, in Latin script, without accents.
    std::string plain(std::string_view text) const;

private:
    struct tables;
    std::unique_ptr<tables> tables_;
};

} // namespace verbatim::text_analysis
