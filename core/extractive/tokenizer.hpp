#pragma once

#include "extractive/language.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::extractive {

/// What a word does in its sentence, as far as lists tell.
enum class word_role : unsigned char
{
    content,
    vague,     ///< a topic only beside a content word
    reporting, ///< of the note taker, not of the community
    stop,
    number,
    placeholder, ///< stands for personal data: kept whole, never ranked
};

struct word
{
    std::uint32_t begin       = 0; ///< bytes of reading::text
    std::uint32_t end         = 0;
    std::uint32_t stem        = 0; ///< see reader::stem_text
    word_role     role        = word_role::content;
    bool          capitalized = false; ///< begins with an upper-case letter
    bool          name_like   = false; ///< capital, and no acronym
    bool          joined      = false; ///< only blanks, hyphens or an apostrophe lie between it and the word before
    bool          staff       = false; ///< names someone who replies to the community
    bool          query       = false; ///< belongs to the wording of questions about records
};

struct sentence
{
    std::uint32_t begin = 0; ///< bytes of reading::text, trimmed
    std::uint32_t end   = 0;
    std::uint32_t first = 0; ///< words [first, last)
    std::uint32_t last  = 0;
};

/// One text taken apart: valid UTF-8, its words and its sentences in order.
struct tokenized_text
{
    std::string             text;
    std::optional<language> detected_language; ///< by its stop words and letters; none: no evidence
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

/// Takes texts apart by Unicode word segmentation, case folding (NFKC) and light stemming. Equal stems of all texts
/// read by one reader have equal numbers. Unicode tables stop here. Not shared between threads; cheap to make for one
/// answer.
class tokenizer
{
public:
    tokenizer();
    ~tokenizer();
    tokenizer(const tokenizer&)            = delete;
    tokenizer& operator=(const tokenizer&) = delete;

    /// Time grows linearly. Bytes that are no UTF-8 become U+FFFD; at most the first 64 MiB are read.
    tokenized_text tokenize(std::string_view text);

    const std::string& stem_text(std::uint32_t stem) const;
    std::size_t        stem_count() const;

    /// Lower case, as a word inside a sentence is written.
    std::string lower(std::string_view text) const;

    /// Case-folded and, where Latin, without accents: what word lists are written in.
    std::string plain(std::string_view text) const;

private:
    struct tables;
    std::unique_ptr<tables> tables_;
};

} // namespace verbatim::core::extractive
