#pragma once

#include "verbatim/text_analysis/unicode.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::core::embedding {

/// A feature of a text, by its hash.
struct feature
{
    enum class kind : std::uint32_t
    {
        word,
        pair,       ///< two consecutive words
        characters, ///< three to five consecutive characters of a word and the blanks around it
    };

    std::uint64_t hash  = 0;
    std::uint32_t count = 0;
    kind          type  = kind::word;
    std::uint32_t begin = 0; ///< of a word in feature_reader::folded_text()
    std::uint32_t end   = 0;
};

/// For hash tables of feature hashes.
struct feature_hash
{
    using is_avalanching = void;
    std::size_t operator()(std::uint64_t hash) const noexcept { return hash; }
};

/// Extracts the features of texts after NFKC case folding: texts that differ only in case, width, composition or
/// punctuation have the same features. Scripts without blanks, such as Burmese, Chinese and Thai, are split into words
/// by the dictionaries of ICU. Reuses its memory for the next text. Not thread-safe.
class feature_reader
{
public:
    /// Each feature once, in order of first occurrence; valid until the next call. Invalid UTF-8 separates words.
    std::span<const feature> read(std::string_view utf8);

    /// The text of a feature of the last call that is a word; valid until the next call.
    std::string_view text_of(const feature& word) const noexcept
    {
        return std::string_view{folded_}.substr(word.begin, word.end - word.begin);
    }

private:
    void     split_words();
    void     find_breaks(std::size_t begin, std::size_t end);
    void     end_word(std::size_t begin, std::size_t end);
    feature* add(feature::kind type, std::uint64_t hash);
    void     add_characters(std::size_t from, std::size_t to);

    std::string           folded_;
    std::vector<char32_t> words_; ///< words with one blank before, between and after them
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges_;    ///< of the words in folded_
    std::optional<text_analysis::word_segmenter>         segmenter_; ///< made for the first text that needs it
    std::vector<feature>                                 features_;
    boost::unordered_flat_map<std::uint64_t, std::uint32_t, feature_hash> positions_; ///< in features_, by hash
};

} // namespace verbatim::core::embedding
