#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace verbatim::hierarchy {

/// The judge's score of one chunk's partial analysis.
struct chunk_score
{
    std::size_t           records = 0;
    std::optional<double> score; ///< none: the chunk or its judge failed
};

/// The average of the judged chunks, weighted by record count. None if no chunk was judged.
std::optional<double> confidence(std::span<const chunk_score> chunks);

/// One sentence on how many chunks the confidence covers: docs/reference/operations/analyze-bulk.md#confidence.
std::string coverage(std::span<const chunk_score> chunks);

} // namespace verbatim::hierarchy
