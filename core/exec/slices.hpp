#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace verbatim::core::exec {

/// Where the slices of a long computation over texts begin, and behind them the end: neighbours are taken together
/// until they have `bytes`, so that a slice takes about as long as another, and a call that is cancelled ends after the
/// one it is in. No texts are no slice.
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
