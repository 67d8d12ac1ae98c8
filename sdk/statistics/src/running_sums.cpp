#include "running_sums.hpp"

#include <limits>
#include <stdexcept>

namespace verbatim::statistics {

std::vector<share> running_sums(std::span<const share> periods)
{
    std::vector<share> sums{share{}};
    for (const auto& [count, total] : periods)
    {
        if (count > total) throw std::invalid_argument{"a count must not exceed its total"};
        if (total > std::numeric_limits<std::uint64_t>::max() - sums.back().total)
            throw std::invalid_argument{"the sum of the totals must be below 2^64"};
        sums.push_back({sums.back().count + count, sums.back().total + total});
    }
    return sums;
}

} // namespace verbatim::statistics
