#pragma once

#include "verbatim/text_analysis/corpus.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace verbatim::text_analysis {

/// Sentences of a corpus without a topic of the community: replies of staff, and sentences after the first that many
/// documents share word by word.
class boilerplate
{
public:
    explicit boilerplate(const corpus& corpus);

    bool contains(std::size_t document, std::size_t sentence) const { return flags_[begins_[document] + sentence]; }

private:
    std::vector<std::size_t> begins_; ///< of the flags of each document
    std::vector<bool>        flags_;  ///< of all sentences
};

/// The text of a sentence on one line. Beyond `max_bytes` it is cut after a word and ends with an ellipsis.
/// Placeholders stay whole.
std::string shortened(const tokenized_text& text, const sentence& sentence, std::size_t max_bytes);

/// The sentences with the most frequent words, best first, each on one line; a sentence that repeats the words of
/// better ones is left out. The sentences of a single document keep their order.
std::vector<std::string> central_sentences(const corpus& corpus, std::size_t max_sentences, std::size_t max_bytes);

} // namespace verbatim::text_analysis
