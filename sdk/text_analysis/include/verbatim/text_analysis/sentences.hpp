#pragma once

#include "verbatim/text_analysis/corpus.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace verbatim::text_analysis {

/// Marks sentences that carry no topic of the community: replies of staff, and closing sentences that many documents
/// share word by word. One flag for each sentence of each document.
std::vector<std::vector<bool>> find_boilerplate(const corpus& corpus);

/// The text of a sentence on one line, at most `max_bytes`, cut between words and then ended by an ellipsis;
/// placeholders stay whole.
std::string shortened(const tokenized_text& text, const sentence& sentence, std::size_t max_bytes);

/// The sentences with the most frequent words, best first, each on one line; a sentence that repeats the words of
/// better ones is left out. The sentences of a single document keep their order.
std::vector<std::string> central_sentences(const corpus& corpus, std::size_t max_sentences, std::size_t max_bytes);

} // namespace verbatim::text_analysis
