#include "verbatim/sdk/vectors.hpp"

#include <boost/assert.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace verbatim::sdk {

namespace {

/// The number of steps in the largest coordinate of a row.
constexpr double max_steps = 127;

double largest_of(std::span<const float> row)
{
    float largest = 0;
    for (const float coordinate : row)
    {
        if (!std::isfinite(coordinate)) throw std::invalid_argument{"a vector has a coordinate that is not finite"};
        largest = std::max(largest, std::abs(coordinate));
    }
    return static_cast<double>(largest);
}

} // namespace

vectors::vectors(std::size_t count, std::size_t width)
    : width_{width}
    , steps_(count * width)
    , scales_(count)
{}

void vectors::set(std::size_t n, std::span<const float> row)
{
    if (row.size() != width_) throw std::invalid_argument{"the vector has another number of coordinates than width()"};
    const auto largest   = largest_of(row);
    const auto row_steps = std::span{steps_}.subspan(n * width_, width_);

    std::int64_t square = 0;
    for (std::size_t i = 0; i != width_; ++i)
    {
        const double steps = largest == 0 ? 0 : static_cast<double>(row[i]) / largest * max_steps;
        row_steps[i]       = static_cast<std::int8_t>(steps + (steps < 0 ? -0.5 : 0.5)); // rounds to the nearest
        square += row_steps[i] * row_steps[i];
    }
    scales_[n] = square == 0 ? 0 : static_cast<float>(1 / std::sqrt(static_cast<double>(square)));
}

void vectors::read(std::size_t n, std::span<float> output) const noexcept
{
    BOOST_ASSERT_MSG(output.size() >= width_, "output has fewer places than width()");
    const auto* source = steps_.data() + n * width_;
    const float scale  = scales_[n];
    float*      target = output.data();
    for (std::size_t i = 0; i != width_; ++i) target[i] = static_cast<float>(source[i]) * scale;
}

} // namespace verbatim::sdk
