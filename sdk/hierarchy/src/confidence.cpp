#include "verbatim/hierarchy/confidence.hpp"

#include "verbatim/feedback/percent.hpp"

#include <algorithm>

namespace verbatim::hierarchy {

std::optional<double> confidence(std::span<const chunk_score> chunks)
{
    double sum     = 0;
    double records = 0;
    for (const auto& chunk : chunks)
    {
        if (!chunk.score) continue;
        sum += *chunk.score * static_cast<double>(chunk.records);
        records += static_cast<double>(chunk.records);
    }
    if (records == 0) return std::nullopt;
    return std::clamp(sum / records, 0.0, 1.0); // rounding may exceed 1
}

std::string coverage(std::span<const chunk_score> chunks)
{
    const auto total = std::to_string(chunks.size());

    std::size_t judged  = 0;
    double      weakest = 1;
    for (const auto& chunk : chunks)
    {
        if (!chunk.score) continue;
        ++judged;
        weakest = std::min(weakest, *chunk.score);
    }
    if (judged == 0) return "No confidence value: not one of the " + total + " chunk(s) could be judged.";

    const auto left_out = chunks.size() - judged;
    const auto bracket  = left_out == 0
                              ? std::string{}
                              : " (" + std::to_string(left_out) + " left out because the chunk or its judge failed)";
    return "Confidence is the record-weighted average of " + std::to_string(judged) + " of " + total +
           " judged chunk(s)" + bracket + "; weakest chunk: " + feedback::two_decimals(weakest) + ".";
}

} // namespace verbatim::hierarchy
