#pragma once

#include "verbatim/statistics/shares.hpp"

#include <span>
#include <vector>

namespace verbatim::statistics {

/// The sums of the first 0, 1, 2, ... periods. Throws std::invalid_argument as described in time_series.hpp.
std::vector<share> running_sums(std::span<const share> periods);

inline share difference(const share& end, const share& begin)
{
    return {end.count - begin.count, end.total - begin.total};
}

} // namespace verbatim::statistics
