#pragma once

#include "analysis_run.hpp"
#include "chunking.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::analyze_bulk {

/// One chunk of the corpus, and what the model said of it.
struct partial_analysis
{
    chunk                      records;
    std::optional<std::string> text; ///< none: its call failed
};

/// Asks for a partial analysis of each chunk. A chunk whose call fails is told in the log and has nothing to say; when
/// all fail, throws the cause they share (rate limit, timeout, deadline), else analysis_unavailable. Chunks whose turn
/// has not come when only the time for the reduce is left are lost to the deadline. [may wait]
sdk::task<std::vector<partial_analysis>> map(analysis_run& run, std::vector<chunk> chunks);

/// Halves every chunk whose map message would have more than `most` code points, again and again; one of a single
/// record stays. `blocks` is the length of each record's block, `frame` that of all else: system message, prompt, tags.
std::vector<chunk> halve_to_fit(std::vector<chunk> chunks, std::span<const std::size_t> block_lengths,
                                std::size_t overhead, std::size_t max_characters);

} // namespace verbatim::analyze_bulk
