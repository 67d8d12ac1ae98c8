#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace verbatim::text_analysis {

/// Upper bounds of the frequencies of many items, in a few bytes an item. Items that share a counter are counted
/// together, so that a bound may be too high. Counters end at `max_bound`, which is the bound of any higher frequency.
class frequency_sketch
{
public:
    static constexpr std::size_t max_bound = 0xFF;

    explicit frequency_sketch(std::size_t expected_items)
        : counters_(std::bit_ceil(counters_per_item * expected_items + 1), 0)
    {}

    void add(std::uint64_t hash) noexcept
    {
        auto& counter = counters_[index_of(hash)];
        if (counter != max_bound) ++counter;
    }

    /// False: the item was added less often. `frequency` is at most max_bound.
    bool may_reach(std::size_t frequency, std::uint64_t hash) const noexcept
    {
        return counters_[index_of(hash)] >= frequency;
    }

    /// The highest bound that at least `items` counters reach; 0 if fewer are in use.
    std::size_t bound_of_most_frequent(std::size_t items) const
    {
        std::array<std::size_t, max_bound + 1> counters_with{};
        for (const auto counter : counters_) ++counters_with[counter];
        std::size_t bound = max_bound;
        for (std::size_t count = counters_with[bound]; count < items && bound != 0;) count += counters_with[--bound];
        return bound;
    }

private:
    static constexpr std::size_t counters_per_item = 2;

    std::size_t index_of(std::uint64_t hash) const noexcept { return hash & (counters_.size() - 1); }

    std::vector<std::uint8_t> counters_; ///< their number is a power of two
};

} // namespace verbatim::text_analysis
