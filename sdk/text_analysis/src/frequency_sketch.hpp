#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace verbatim::text_analysis {

/// Upper bounds of the frequencies of many items, in a few bytes an item. Items that share a counter are counted
/// together, so a bound may be too high, never too low. Bounds end at `max_bound`, which stands for any frequency.
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

    std::size_t bound(std::uint64_t hash) const noexcept { return counters_[index_of(hash)]; }

    /// The highest bound that at least so many counters reach; 0 if fewer are in use.
    std::size_t bound_of_most_frequent(std::size_t items) const
    {
        std::array<std::size_t, max_bound + 1> counters_with{};
        for (const auto counter : counters_) ++counters_with[counter];
        std::size_t bound = max_bound;
        for (std::size_t found = counters_with[bound]; found < items && bound != 0;) found += counters_with[--bound];
        return bound;
    }

private:
    static constexpr std::size_t counters_per_item = 2;

    std::size_t index_of(std::uint64_t hash) const noexcept { return hash & (counters_.size() - 1); }

    std::vector<std::uint8_t> counters_; ///< a power of two
};

} // namespace verbatim::text_analysis
