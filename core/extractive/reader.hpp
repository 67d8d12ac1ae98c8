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
enum class role : unsigned char
{
    content,
    vague,  ///< a topic only beside a content word
    noting, ///< of the note taker, not of the community
    stop,
    number,
    placeholder, ///< stands for personal data: kept whole, never ranked
};

struct word
{
    std::uint32_t begin     = 0; ///< bytes of reading::text
    std::uint32_t end       = 0;
    std::uint32_t stem      = 0; ///< see reader::stem_text
    role          what      = role::content;
    bool          capital   = false; ///< begins with an upper-case letter
    bool          name_like = false; ///< capital, and no acronym
    bool          joined    = false; ///< only blanks, hyphens or an apostrophe lie between it and the word before
    bool          answering = false; ///< names someone who replies to the community
    bool          asking    = false; ///< belongs to the wording of questions about records
};

struct sentence
{
    std::uint32_t begin = 0; ///< bytes of reading::text, trimmed
    std::uint32_t end   = 0;
    std::uint32_t first = 0; ///< words [first, last)
    std::uint32_t last  = 0;
};

/// One text taken apart: valid UTF-8, its words and its sentences in order.
struct reading
{
    std::string             text;
    std::optional<language> spoken; ///< by its stop words and letters; none: no evidence
    std::vector<word>       words;
    std::vector<sentence>   sentences;

    std::string_view text_of(const word& which) const
    {
        return std::string_view(text).substr(which.begin, which.end - which.begin);
    }
    std::string_view text_of(const sentence& which) const
    {
        return std::string_view(text).substr(which.begin, which.end - which.begin);
    }
};

/// Takes texts apart by Unicode word segmentation, case folding (NFKC) and light stemming. Equal stems of all texts
/// read by one reader have equal numbers. Unicode tables stop here. Not shared between threads; cheap to make for one
/// answer.
class reader
{
public:
    reader();
    ~reader();
    reader(const reader&)            = delete;
    reader& operator=(const reader&) = delete;

    /// Time grows linearly. Bytes that are no UTF-8 become U+FFFD; at most the first 64 MiB are read.
    reading read(std::string_view text);

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
