#pragma once

#include "extractive/corpus.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace verbatim::core::extractive {

/// A word or a run of two or three words that some records hold.
struct phrase
{
    std::vector<std::uint32_t> stems;
    std::vector<std::uint32_t> records;           ///< positions of records, ascending
    std::string                spelling;          ///< as most of the records write it
    std::size_t                content_words = 1; ///< its content words
    double                     weight        = 0; ///< how much it says: frequent, distinctive, long

    bool shares_stem(const phrase& other) const;
};

/// The most telling phrases that at least two records hold (of a single record: that it holds), best first, at most
/// `most`. Phrases begin and end in content words, cross no punctuation, and hold no placeholder and none of a note
/// taker's words.
std::vector<phrase> key_phrases(const corpus& records, std::size_t max_phrases, tokenizer& tokenizer);

} // namespace verbatim::core::extractive
