#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace verbatim::hierarchy {

/// Assigns each row to the most similar cluster with room for it; returns the cluster of each row. Rows with the
/// largest regret (size times the difference between the best and the second best similarity) choose first. Rows that
/// fit into no cluster share few clusters. None of these exceeds twice the capacity, if the clusters together have room
/// for all rows. A row larger than the capacity gets its most similar cluster.
///
/// `similarities` holds one value per row and cluster, row by row.
std::vector<std::uint32_t> assign_with_capacity(std::span<const float> similarities, std::span<const std::size_t> sizes,
                                                std::size_t capacity);

} // namespace verbatim::hierarchy
