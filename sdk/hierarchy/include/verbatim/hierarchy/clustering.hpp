#pragma once

#include "verbatim/hierarchy/chunk_budget.hpp"

#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/embedder.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace verbatim::hierarchy {

/// Positions of similar records, ascending.
using group = std::vector<std::size_t>;

struct group_limits
{
    chunk_budget budget;       ///< size limit of a chunk; a group nearly fills one
    std::size_t  min_size = 5; ///< smaller groups are merged into the nearest larger one
};

/// Groups positions by similarity of their vectors. Every position is in exactly one group; equal input gives equal
/// groups; fewer than `min_size` positions are one group. Most groups are within the budget. Exceptions: groups that
/// small ones were merged into, groups of equal vectors, and groups of very long records. `characters` (code points)
/// are by position.
///
/// Time grows with positions times the square root of the groups, memory with positions. Computes on the call's pool in
/// steps of a few milliseconds; throws if the call is cancelled. Arguments must outlive the task. [may wait]
sdk::task<std::vector<group>> cluster(sdk::call& call, const sdk::vectors& vectors,
                                      std::span<const std::size_t> characters, const group_limits& limits);

} // namespace verbatim::hierarchy
