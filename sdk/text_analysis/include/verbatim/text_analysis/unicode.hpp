#pragma once

#include "verbatim/sdk/text.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

/// Letters and words by the tables of Unicode, for all code that takes texts apart. Functions throw std::runtime_error
/// if ICU lacks its data. [any thread]
namespace verbatim::text_analysis {

/// Replaces `folded` by the text after NFKC case folding: texts that differ only in case, width or composition become
/// equal. Invalid bytes stay.
void fold_case(std::string_view utf8, std::string& folded);

/// The text, decomposed, without nonspacing marks, because many people type without them. Outside ASCII,
/// invalid UTF-8 becomes U+FFFD.
std::string without_accents(std::string_view utf8);

bool is_non_ascii_word_character(char32_t c) noexcept;

/// Whether the code point is a letter, a digit or a mark.
inline bool is_word_character(char32_t c) noexcept
{
    return c < 0x80 ? sdk::ascii::is_alphanumeric(c) : is_non_ascii_word_character(c);
}

bool is_in_script_without_blanks(char32_t letter) noexcept;

/// Whether the script of a letter has no blanks between words: Burmese, Chinese, Japanese, Khmer, Lao and Thai.
inline bool is_written_without_blanks(char32_t letter) noexcept
{
    constexpr char32_t first_thai = 0x0e00;
    return letter >= first_thai && is_in_script_without_blanks(letter);
}

enum class segment_kind : unsigned char
{
    signs, ///< also blanks
    number,
    word,
};

/// One segment of a text: the bytes [begin, end).
struct text_segment
{
    std::size_t  begin = 0;
    std::size_t  end   = 0;
    segment_kind kind  = segment_kind::signs;
};

/// Unicode word segmentation, with the dictionaries of ICU for scripts without blanks. Reuse it: the first text costs
/// more. Not thread-safe.
class word_segmenter
{
public:
    word_segmenter();
    ~word_segmenter();
    word_segmenter(const word_segmenter&)            = delete;
    word_segmenter& operator=(const word_segmenter&) = delete;

    /// Calls `use` with each segment of the text, which they cover in order. `use` must not use the segmenter.
    template <class Use>
    void for_each(std::string_view utf8, Use use)
    {
        open(utf8);
        for (text_segment segment; find_next(segment);) use(segment);
    }

private:
    void open(std::string_view utf8);
    bool find_next(text_segment& segment); ///< moves it on from its end

    struct state;
    std::unique_ptr<state> state_;
};

} // namespace verbatim::text_analysis
