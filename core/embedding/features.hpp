#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::embedding {

/// Something a text holds, as a hash of it.
struct feature
{
    enum class kind : std::uint32_t
    {
        word,
        pair,       ///< two words, one after the other
        characters, ///< three to five in a row, of a word and the blanks around it
    };

    std::uint64_t hash  = 0;
    std::uint32_t count = 0;
    kind          type  = kind::word;
};

/// Takes texts apart into their features, Unicode case-folded and NFKC: texts that differ only in case, width,
/// composition or punctuation have the same ones. Keeps its memory from text to text; used on one thread at a time.
class feature_reader
{
public:
    /// Each feature once, in the order in which it first occurs; gone with the next call. Bytes that are no UTF-8 part
    /// words.
    std::span<const feature> read(std::string_view utf8);

private:
    void fold(std::string_view utf8);
    void split_words();
    void add(feature::kind type, std::uint64_t hash);
    void add_characters(std::size_t from, std::size_t to);
    void grow();

    std::string                folded_;
    std::vector<char32_t>      words_; ///< words with one blank before, between and behind them
    std::vector<feature>       features_;
    std::vector<std::uint32_t> slots_; ///< places in found_, from 1; 0: free
};

} // namespace verbatim::core::embedding
