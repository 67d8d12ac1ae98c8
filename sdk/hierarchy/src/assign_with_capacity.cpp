#include "k_means.hpp"

#include <algorithm>
#include <limits>

namespace verbatim::hierarchy {

namespace {

constexpr float lowest = -std::numeric_limits<float>::infinity();

/// The position of a row in the order of assignment.
struct row_priority
{
    float         weighted_regret; ///< size of the row times its regret
    std::uint32_t row;
};

float regret(std::span<const float> similarities)
{
    if (similarities.size() < 2) return 0; // there is no choice
    float best = lowest, second = lowest;
    for (const float similarity : similarities)
    {
        second = std::max(second, std::min(best, similarity));
        best   = std::max(best, similarity);
    }
    return best - second;
}

std::vector<row_priority> ordered_by_regret(std::span<const float> similarities, std::span<const std::size_t> sizes)
{
    const auto                clusters = similarities.size() / sizes.size();
    std::vector<row_priority> order;
    order.reserve(sizes.size());
    for (std::uint32_t n = 0; n != sizes.size(); ++n)
        order.push_back({static_cast<float>(sizes[n]) * regret(similarities.subspan(n * clusters, clusters)), n});
    std::ranges::sort(order, [](const row_priority& left, const row_priority& right) {
        return left.weighted_regret != right.weighted_regret ? left.weighted_regret > right.weighted_regret
                                                             : left.row < right.row;
    });
    return order;
}

/// Cluster loads from min to max, both included.
struct load_range
{
    std::size_t min;
    std::size_t max;
};

/// The most similar cluster within the range; loads.size() if there is none.
std::size_t most_similar_within(load_range range, std::span<const float> similarities,
                                std::span<const std::size_t> loads)
{
    float best     = lowest;
    auto  position = loads.size();
    for (std::size_t n = 0; n != loads.size(); ++n)
        if (loads[n] >= range.min && loads[n] <= range.max && similarities[n] > best)
        {
            best     = similarities[n];
            position = n;
        }
    return position;
}

std::size_t choose_cluster(std::size_t size, std::span<const float> similarities, std::span<const std::size_t> loads,
                           std::size_t capacity)
{
    if (size > capacity) return static_cast<std::size_t>(std::ranges::max_element(similarities) - similarities.begin());
    if (const auto cluster = most_similar_within({0, capacity - size}, similarities, loads); cluster != loads.size())
        return cluster;
    // A cluster over its capacity is cut in two later and has room for up to twice its capacity.
    if (const auto cluster = most_similar_within({capacity + 1, 2 * capacity - size}, similarities, loads);
        cluster != loads.size())
        return cluster;
    return static_cast<std::size_t>(std::ranges::min_element(loads) - loads.begin());
}

} // namespace

std::vector<std::uint32_t> assign_with_capacity(std::span<const float> similarities, std::span<const std::size_t> sizes,
                                                std::size_t capacity)
{
    std::vector<std::uint32_t> cluster_of(sizes.size());
    if (sizes.empty()) return cluster_of;

    std::vector<std::size_t> loads(similarities.size() / sizes.size());
    for (const auto& [weighted_regret, row] : ordered_by_regret(similarities, sizes))
    {
        const auto cluster =
            choose_cluster(sizes[row], similarities.subspan(row * loads.size(), loads.size()), loads, capacity);
        loads[cluster] += sizes[row];
        cluster_of[row] = static_cast<std::uint32_t>(cluster);
    }
    return cluster_of;
}

} // namespace verbatim::hierarchy
