#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace verbatim::hierarchy {

/// Code points that one reduce message has for partial analyses, separators included.
struct reduce_capacity
{
    std::size_t without_statistics = 0;
    std::size_t with_statistics    = 0;
};

/// The next step: one final call with all partial analyses, or one call per group of neighbours whose results are the
/// next list.
struct reduce_step
{
    static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

    std::vector<std::size_t> ends;                        ///< end index of each group; a single one: final call
    bool                     show_statistics = false;     ///< includes the statistics; only in the final call
    std::size_t              max_length      = unlimited; ///< code points per partial analysis; longer ones are cut

    bool last() const noexcept { return ends.size() == 1; }

    friend bool operator==(const reduce_step&, const reduce_step&) = default;
};

/// Plans one level of a reduce: docs/reference/operations/analyze-bulk.md#reduce. `block_lengths` holds the length of
/// each partial analysis and is not empty. Each level has at most half as many texts as the one before, rounded up,
/// so the longest texts need the most calls.
reduce_step next_step(std::span<const std::size_t> block_lengths, reduce_capacity capacity);

} // namespace verbatim::hierarchy
