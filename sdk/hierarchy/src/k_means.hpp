#pragma once

#include "verbatim/hierarchy/clustering.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/embedder.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace verbatim::hierarchy {

/// Indices of vectors.
using row_numbers = std::vector<std::uint32_t>;

/// The size limit of a cluster.
struct cluster_capacity
{
    std::span<const std::size_t> sizes; ///< size of each vector
    std::size_t                  max_size = 0;
};

/// Spherical k-means over selected vectors, divided into slices, so that the caller chooses the threads and can stop
/// between slices. The result depends only on the input: seeds come from a fixed generator and sums have a fixed order.
///
///     k_means means{vectors, rows, 60};
///     while (!means.finished())
///     {
///         for (std::size_t n = 0; n != means.slices(); ++n) means.assign(n); // in any order, on any threads
///         means.next();
///     }
///     auto clusters = means.clusters();
///
/// Centroids are trained on a sample of the rows; the last rounds assign all rows.
class k_means
{
public:
    /// No vector may be zero. With `capacity`, rows of a full cluster go to the next best one where possible. `vectors`
    /// and what `capacity` refers to must outlive this.
    k_means(const sdk::vectors& vectors, row_numbers rows, std::size_t cluster_count,
            std::optional<cluster_capacity> capacity = {});
    ~k_means();
    k_means(const k_means&)            = delete;
    k_means& operator=(const k_means&) = delete;

    bool finished() const noexcept;

    /// Slices of the current round.
    std::size_t slices() const noexcept;

    /// Compares each row of a slice with every centroid. Once per slice and round; slices may run concurrently.
    void assign(std::size_t slice);

    /// After all slices of a round: moves the centroids and starts the next round, or finishes.
    void next();

    /// The non-empty clusters, each ascending, in the order of their first row. Once finished.
    std::vector<row_numbers> clusters() const;

private:
    struct state;
    std::unique_ptr<state> state_;
};

/// Runs all rounds on the pool of the call, `concurrency` slices at a time. Throws if the call is cancelled. Arguments
/// must outlive the task. [may wait]
sdk::task<> run_rounds(sdk::call& call, k_means& means, std::size_t concurrency);

/// Threads of the processor, at least 1.
std::size_t hardware_threads();

/// Assigns each row to the most similar cluster with room for it; returns the cluster of each row. Rows with the
/// largest regret (size times the difference between the best and the second best similarity) choose first. Rows that
/// fit into no cluster share few clusters. None of these exceeds twice the capacity, if the clusters together have room
/// for all rows. A row larger than the capacity gets its most similar cluster.
///
/// `similarities` holds one value per row and cluster, row by row.
std::vector<std::uint32_t> assign_with_capacity(std::span<const float> similarities, std::span<const std::size_t> sizes,
                                                std::size_t capacity);

} // namespace verbatim::hierarchy
