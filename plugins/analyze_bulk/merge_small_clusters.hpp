#pragma once

#include "k_means.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace verbatim::analyze_bulk {

/// Lets each group of fewer than `smallest` rows join the one of all larger groups whose centroid is nearest. Taken
/// apart into slices like k_means:
///
///     joining all{near, std::move(groups), 5};
///     for (std::size_t n = 0; n != all.slices(); ++n) all.look(n); // in any order, on any threads
///     groups = all.joined();
///
/// There is nothing to look at when no group is small, or none is large.
class small_cluster_merge
{
public:
    /// None of the rows is zero. `near` outlives this.
    small_cluster_merge(const sdk::vectors& vectors, std::vector<row_numbers> groups, std::size_t min_size);
    ~small_cluster_merge();
    small_cluster_merge(const small_cluster_merge&)            = delete;
    small_cluster_merge& operator=(const small_cluster_merge&) = delete;

    std::size_t slices() const noexcept;

    /// Compares some of the large groups with every small one.
    void compare(std::size_t slice);

    /// The large groups with what joined them, each ascending; all groups as they were when there was nothing to look
    /// at. Once, when all slices are done.
    std::vector<row_numbers> merged();

private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace verbatim::analyze_bulk
