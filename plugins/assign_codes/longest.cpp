#include "longest.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace verbatim::assign_codes::longest {

namespace {

/// Bytes that the judges of all levels read. A judge reads the levels above its own too.
std::size_t size_of(const option& path)
{
    std::size_t whole = 0;
    std::size_t shown = 0;
    for (const auto* node : path.path)
    {
        shown += node->name.size();
        for (const auto text : codebook::meaning_of(*node)) shown += text.size();
        whole += shown;
    }
    return whole;
}

} // namespace

std::vector<std::int64_t> picks(std::span<const option> options, std::size_t limit)
{
    std::vector<std::pair<std::size_t, std::size_t>> sizes;
    for (const auto& option : options) sizes.emplace_back(option.path.size(), size_of(option));
    std::vector<std::int64_t> positions(options.size());
    std::iota(positions.begin(), positions.end(), std::int64_t{0});
    std::ranges::stable_sort(positions, std::ranges::greater{},
                             [&](std::int64_t n) { return sizes[static_cast<std::size_t>(n)]; });
    positions.resize(std::min(limit, positions.size()));
    return positions;
}

level_score score() { return {.score = 1.0, .explanation = "It is."}; }

} // namespace verbatim::assign_codes::longest
