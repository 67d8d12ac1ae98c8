#pragma once

#include <boost/unordered/unordered_flat_map.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
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
};

/// For hash tables of feature hashes.
struct feature_hash
{
    using is_avalanching = void;
    std::size_t operator()(std::uint64_t hash) const noexcept { return hash; }
};

/// Extracts the features of texts after NFKC case folding: texts that differ only in case, width, composition or
/// punctuation have the same features. Reuses its memory for the next text. Not thread-safe.
class feature_reader
{
public:
    /// Each feature once, in order of first occurrence; valid until the next call. Invalid UTF-8 separates words.
    std::span<const feature> read(std::string_view utf8);

private:
    void fold(std::string_view utf8);
    void split_words();
    void add(feature::kind type, std::uint64_t hash);
    void add_characters(std::size_t from, std::size_t to);

    std::string           folded_;
    std::vector<char32_t> words_; ///< words with one blank before, between and after them
    std::vector<feature>  features_;
    boost::unordered_flat_map<std::uint64_t, std::uint32_t, feature_hash> positions_; ///< in features_, by hash
};

} // namespace verbatim::core::embedding
