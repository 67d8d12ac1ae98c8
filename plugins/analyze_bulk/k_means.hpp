#pragma once

#include "clustering.hpp"

#include "verbatim/sdk/embedder.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace verbatim::analyze_bulk {

/// Rows of vectors, by number.
using row_numbers = std::vector<std::uint32_t>;

/// How much a cluster may hold.
struct cluster_capacity
{
    std::span<const std::size_t> sizes; ///< what each row of the vectors weighs
    std::size_t                  max_size = 0;
};

/// Spherical k-means over some rows of a set of vectors, taken apart into slices, so that whoever runs it chooses the
/// threads and can stop between any two. The outcome depends on the input alone: seeds come from a fixed generator, and
/// every sum has one order.
///
///     k_means means{near, some, 60};
///     while (!means.settled())
///     {
///         for (std::size_t n = 0; n != means.slices(); ++n) means.assign(n); // in any order, on any threads
///         means.next();
///     }
///     auto parts = means.parts();
///
/// Of many rows only a sample is asked where the centroids should be; the last rounds assign them all.
class k_means
{
public:
    /// None of the rows is zero. With `each`, no cluster is over its load where that can be helped: rows of a full one
    /// go to the next best. `near` and what `each` views outlive this.
    k_means(const sdk::vectors& vectors, row_numbers rows, std::size_t cluster_count,
            std::optional<cluster_capacity> capacity = {});
    ~k_means();
    k_means(const k_means&)            = delete;
    k_means& operator=(const k_means&) = delete;

    bool finished() const noexcept;

    /// Of the round under way.
    std::size_t slices() const noexcept;

    /// Compares each row of a slice with every centroid. Slices may be run at the same time; each once a round.
    void assign(std::size_t slice);

    /// When all slices are done: moves the centroids and begins the next round, or settles.
    void next();

    /// The clusters that hold rows, each ascending, in the order of their first row. Once settled.
    std::vector<row_numbers> clusters() const;

private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace verbatim::analyze_bulk
