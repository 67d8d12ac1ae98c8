#pragma once

#include "verbatim/sdk/vectors.hpp"

#include <cstddef>
#include <numeric>
#include <vector>

namespace verbatim::support {

inline sdk::vectors vectors_of(const std::vector<std::vector<float>>& rows)
{
    sdk::vectors vectors{rows.size(), rows.empty() ? 0 : rows.front().size()};
    for (std::size_t n = 0; n != rows.size(); ++n) vectors.set(n, rows[n]);
    return vectors;
}

inline std::vector<float> row_of(const sdk::vectors& vectors, std::size_t n)
{
    std::vector<float> row(vectors.width());
    vectors.read(n, row);
    return row;
}

/// Cosine of the angle between two rows; 0 if either is zero.
inline float cosine_similarity(const sdk::vectors& vectors, std::size_t first, std::size_t second)
{
    const auto left  = row_of(vectors, first);
    const auto right = row_of(vectors, second);
    return std::inner_product(left.begin(), left.end(), right.begin(), 0.0f);
}

} // namespace verbatim::support
