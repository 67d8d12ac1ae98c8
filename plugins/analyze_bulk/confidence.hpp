#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace verbatim::analyze_bulk {

/// What a judge thinks of the partial analysis of one chunk.
struct chunk_score
{
    std::size_t           records = 0;
    std::optional<double> score; ///< none: the chunk or its judge failed
};

/// The record-weighted average of the judged chunks; none when none was judged.
std::optional<double> confidence(std::span<const chunk_score> chunks);

/// How far that confidence reaches, as one sentence: contract 19.3.9.
std::string coverage(std::span<const chunk_score> chunks);

} // namespace verbatim::analyze_bulk
