#pragma once

#include "k_means.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace verbatim::hierarchy {

/// Merges each group of fewer than `min_size` rows into the larger group with the nearest centroid. Divided into slices
/// like k_means:
///
///     small_cluster_merge merge{vectors, std::move(groups), 5};
///     for (std::size_t n = 0; n != merge.slices(); ++n) merge.compare(n); // in any order, on any threads
///     groups = merge.merged();
///
/// There are no slices if no group is small or none is large.
class small_cluster_merge
{
public:
    /// No vector may be zero. `vectors` must outlive this.
    small_cluster_merge(const sdk::vectors& vectors, std::vector<row_numbers> groups, std::size_t min_size);
    ~small_cluster_merge();
    small_cluster_merge(const small_cluster_merge&)            = delete;
    small_cluster_merge& operator=(const small_cluster_merge&) = delete;

    std::size_t slices() const noexcept;

    /// Compares the large groups of a slice with every small one.
    void compare(std::size_t slice);

    /// The large groups after the merge, each ascending; without slices the original groups. Call it once, after all
    /// slices.
    std::vector<row_numbers> merged();

private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace verbatim::hierarchy
