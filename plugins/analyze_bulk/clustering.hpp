#pragma once

#include "chunk_budget.hpp"

#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/embedder.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace verbatim::analyze_bulk {

/// Positions of records that belong together, ascending.
using group = std::vector<std::size_t>;

/// What groups are wanted.
struct group_limits
{
    chunk_budget budget;       ///< of a chunk, which a group nearly fills
    std::size_t  min_size = 5; ///< a group of fewer records joins the nearest of all larger ones
};

/// Sorts positions into groups of near vectors: every position into exactly one, whatever the vectors are. Equal input
/// gives equal groups. No position: no group; fewer than `smallest`: one. Most groups are within the budget; over it
/// are those that small ones joined, and those of equal vectors, or of records so long that `smallest` of them are too
/// much. `characters` (code points of what a model is shown) are by position.
///
/// Time grows with positions times the square root of the groups, memory with positions. Computes on the call's pool, a
/// few milliseconds at a time, and so notices when the call is cancelled, which throws. The arguments are
/// borrowed until the task has ended. [may wait]
sdk::task<std::vector<group>> cluster(sdk::call& call, const sdk::vectors& vectors,
                                      std::span<const std::size_t> characters, const group_limits& limits);

} // namespace verbatim::analyze_bulk
