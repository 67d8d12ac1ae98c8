#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace verbatim::analyze_bulk {

/// How many code points of partial analyses, separators included, one reduce message can hold.
struct reduce_capacity
{
    std::size_t without_trends = 0;
    std::size_t with_trends    = 0;
};

/// What to do next with a list of partial analyses: one last call of all of them, or one call for each group of
/// neighbours, whose answers are the next list.
struct reduce_step
{
    static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

    std::vector<std::size_t> ends;                    ///< one past the last of each group; a single one: the last call
    bool                     show_trends = false;     ///< shows the trend counts; only ever in the last call
    std::size_t              max_length  = unlimited; ///< code points that a partial may have; a longer one is cut

    bool last() const noexcept { return ends.size() == 1; }

    friend bool operator==(const reduce_step&, const reduce_step&) = default;
};

/// Contract 19.3.7, one level. `blocks` holds the length of each partial in a message; there is at least one. Lists
/// become shorter from level to level, so it ends.
reduce_step next_step(std::span<const std::size_t> block_lengths, reduce_capacity capacity);

} // namespace verbatim::analyze_bulk
