#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>

namespace verbatim::text_analysis {

/// Adds `weight` times a vector of the same size.
inline void add_scaled(std::span<float> sum, std::span<const float> vector, float weight)
{
    for (std::size_t n = 0; n != sum.size(); ++n) sum[n] += weight * vector[n];
}

/// The scalar product of two vectors of the same size. In eight sums, because the compiler must not reorder a single
/// one.
inline float product(std::span<const float> left, std::span<const float> right)
{
    constexpr std::size_t    lanes = 8;
    std::array<float, lanes> sums{};
    std::size_t              n = 0;
    for (; n + lanes <= left.size(); n += lanes)
        for (std::size_t lane = 0; lane != lanes; ++lane) sums[lane] += left[n + lane] * right[n + lane];
    for (; n != left.size(); ++n) sums[0] += left[n] * right[n];
    return std::accumulate(sums.begin(), sums.end(), 0.0F);
}

inline double length_of(std::span<const float> vector)
{
    return std::sqrt(static_cast<double>(product(vector, vector)));
}

/// Gives a vector the length 1, unless it is zero.
inline void scale_to_one(std::span<float> vector)
{
    const auto length = static_cast<float>(length_of(vector));
    if (length > 0)
        for (auto& value : vector) value /= length;
}

} // namespace verbatim::text_analysis
