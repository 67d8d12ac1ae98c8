#pragma once

#include "verbatim/text_analysis/corpus.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace verbatim::text_analysis {

/// One to three adjacent words that occur in some documents.
struct phrase
{
    std::vector<std::uint32_t> stems;
    std::vector<std::uint32_t> documents; ///< positions, ascending
    std::string                spelling;  ///< the most frequent one
    std::size_t                content_words = 1;
    language                   lang          = language::english; ///< of most of its documents
    std::vector<std::size_t>   topics;     ///< of its first and its last word: see topic_words.hpp
    double                     weight = 0; ///< higher for frequent, distinctive and longer phrases

    bool shares_stem(const phrase& other) const;
};

/// The phrases of greatest weight that occur in at least two documents (or in the only document), best first.
/// Phrases begin and end with content words, cross no punctuation, and hold no placeholder and no reporting word.
std::vector<phrase> key_phrases(const corpus& corpus, std::size_t max_phrases, const tokenizer& tokenizer);

} // namespace verbatim::text_analysis
