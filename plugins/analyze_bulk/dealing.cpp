#include "dealing.hpp"

#include <algorithm>
#include <limits>

namespace verbatim::analyze_bulk {

namespace {

constexpr float nothing = -std::numeric_limits<float>::infinity();

/// When a row may choose.
struct turn
{
    float         at_stake; ///< what it weighs, times by how much its best cluster is better than the second
    std::uint32_t row;
};

float at_stake(std::span<const float> like)
{
    if (like.size() < 2) return 0; // there is no choice
    float best = nothing, second = nothing;
    for (const float each : like)
    {
        second = std::max(second, std::min(best, each));
        best   = std::max(best, each);
    }
    return best - second;
}

std::vector<turn> turns_of(std::span<const float> like, std::span<const std::size_t> sizes)
{
    const auto        clusters = like.size() / sizes.size();
    std::vector<turn> turns;
    turns.reserve(sizes.size());
    for (std::uint32_t n = 0; n != sizes.size(); ++n)
        turns.push_back({static_cast<float>(sizes[n]) * at_stake(like.subspan(n * clusters, clusters)), n});
    std::ranges::sort(turns, [](const turn& left, const turn& right) {
        return left.at_stake != right.at_stake ? left.at_stake > right.at_stake : left.row < right.row;
    });
    return turns;
}

/// Clusters that hold between these, both included.
struct bounds
{
    std::size_t least;
    std::size_t most;
};

/// The one that is liked best; one past the last when none is within.
std::size_t best_within(bounds these, std::span<const float> like, std::span<const std::size_t> held)
{
    float best  = nothing;
    auto  found = held.size();
    for (std::size_t n = 0; n != held.size(); ++n)
        if (held[n] >= these.least && held[n] <= these.most && like[n] > best)
        {
            best  = like[n];
            found = n;
        }
    return found;
}

std::size_t chosen_by(std::size_t size, std::span<const float> like, std::span<const std::size_t> held,
                      std::size_t most)
{
    if (size > most) return static_cast<std::size_t>(std::ranges::max_element(like) - like.begin());
    if (const auto found = best_within({0, most - size}, like, held); found != held.size()) return found;
    // What is over its load already is going to be cut in two, and then has room.
    if (const auto found = best_within({most + 1, 2 * most - size}, like, held); found != held.size()) return found;
    return static_cast<std::size_t>(std::ranges::min_element(held) - held.begin());
}

} // namespace

std::vector<std::uint32_t> dealt(std::span<const float> like, std::span<const std::size_t> sizes, std::size_t most)
{
    std::vector<std::uint32_t> cluster_of(sizes.size());
    if (sizes.empty()) return cluster_of;

    std::vector<std::size_t> held(like.size() / sizes.size());
    for (const auto& [stake, row] : turns_of(like, sizes))
    {
        const auto cluster = chosen_by(sizes[row], like.subspan(row * held.size(), held.size()), held, most);
        held[cluster] += sizes[row];
        cluster_of[row] = static_cast<std::uint32_t>(cluster);
    }
    return cluster_of;
}

} // namespace verbatim::analyze_bulk
