#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace verbatim::core::exec {

/// Where the slices of a long computation over texts begin, and behind them the end: neighbours are taken together
/// until they have `bytes`, so that a slice takes about as long as another, and a call that is cancelled ends after the
/// one it is in. No texts are no slice.
inline std::vector<std::size_t> slices_of(std::span<const std::string_view> texts, std::size_t bytes)
{
    std::vector<std::size_t> begins{0};
    std::size_t              held = 0;
    for (std::size_t n = 0; n != texts.size(); ++n)
    {
        held += texts[n].size() + 1;
        if (held < bytes && n + 1 != texts.size()) continue;
        begins.push_back(n + 1);
        held = 0;
    }
    return begins;
}

} // namespace verbatim::core::exec
