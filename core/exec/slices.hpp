#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace verbatim::core::exec {

/// Offsets at which the slices of a long computation over texts begin, and the end. Each slice except the last holds
/// at least `bytes` of neighbouring texts, so that all take about the same time and a cancelled call ends after the
/// current one. Without texts there is no slice.
inline std::vector<std::size_t> slice_boundaries(std::span<const std::string_view> texts, std::size_t bytes)
{
    std::vector<std::size_t> boundaries{0};
    std::size_t              slice_bytes = 0;
    for (std::size_t n = 0; n != texts.size(); ++n)
    {
        slice_bytes += texts[n].size() + 1;
        if (slice_bytes < bytes && n + 1 != texts.size()) continue;
        boundaries.push_back(n + 1);
        slice_bytes = 0;
    }
    return boundaries;
}

} // namespace verbatim::core::exec
