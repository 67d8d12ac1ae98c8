#pragma once

#include "verbatim/text_analysis/corpus.hpp"
#include "verbatim/text_analysis/phrases.hpp"

#include <cstddef>
#include <vector>

namespace verbatim::text_analysis {

/// Phrases of one language that documents share more often than chance explains: positions in a list of phrases,
/// ascending.
using phrase_cluster = std::vector<std::size_t>;

/// Divides the phrases into clusters, in the order of their first phrases. Time grows with the square of the number of
/// phrases of a language, and with the phrases of each document.
std::vector<phrase_cluster> cluster_phrases(const std::vector<phrase>& phrases, const corpus& corpus);

} // namespace verbatim::text_analysis
