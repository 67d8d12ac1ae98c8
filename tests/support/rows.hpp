#pragma once

#include "verbatim/sdk/vectors.hpp"

#include <cstddef>
#include <numeric>
#include <vector>

namespace verbatim::support {

/// Vectors of these rows, all of one width.
inline sdk::vectors vectors_of(const std::vector<std::vector<float>>& rows)
{
    sdk::vectors made{rows.size(), rows.empty() ? 0 : rows.front().size()};
    for (std::size_t n = 0; n != rows.size(); ++n) made.set(n, rows[n]);
    return made;
}

inline std::vector<float> row_of(const sdk::vectors& all, std::size_t n)
{
    std::vector<float> row(all.width());
    all.read(n, row);
    return row;
}

/// The cosine of the angle between two rows; 0 where one is zero.
inline float likeness(const sdk::vectors& all, std::size_t one, std::size_t other)
{
    const auto left  = row_of(all, one);
    const auto right = row_of(all, other);
    return std::inner_product(left.begin(), left.end(), right.begin(), 0.0f);
}

} // namespace verbatim::support
