#include "verbatim/sdk/vectors.hpp"

#include <boost/assert.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace verbatim::sdk {

namespace {

/// The number of steps in the largest coordinate of a row.
constexpr double max_steps = 127;

/// Of a coordinate that is not zero.
using index_type = std::uint16_t;

constexpr std::size_t bytes_per_pair = sizeof(std::int8_t) + sizeof(index_type);

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

std::vector<std::int8_t> to_steps(std::span<const float> row)
{
    std::vector<std::int8_t> all(row.size());
    const auto               largest = largest_of(row);
    if (largest == 0) return all;
    for (std::size_t i = 0; i != row.size(); ++i)
    {
        const double steps = static_cast<double>(row[i]) / largest * max_steps;
        all[i]             = static_cast<std::int8_t>(steps + (steps < 0 ? -0.5 : 0.5)); // rounds to the nearest
    }
    return all;
}

/// Whether pairs of step and index are shorter than all steps.
bool is_shorter_as_pairs(std::size_t nonzero, std::size_t width) noexcept
{
    if (nonzero == 0) return true;
    return nonzero * bytes_per_pair < width && width - 1 <= std::numeric_limits<index_type>::max();
}

void write_pairs(std::span<const std::int8_t> steps, std::size_t nonzero, std::int8_t* output)
{
    auto* indices = output + nonzero;
    for (std::size_t i = 0; i != steps.size(); ++i)
    {
        if (steps[i] == 0) continue;
        const auto index = static_cast<index_type>(i);
        *output++        = steps[i];
        std::memcpy(indices, &index, sizeof index);
        indices += sizeof index;
    }
}

} // namespace

/// Memory in blocks, so that a row takes little more than its bytes and all are freed at once. [any thread]
class vectors::arena
{
public:
    std::int8_t* allocate(std::size_t bytes)
    {
        const std::lock_guard lock{mutex_};
        if (bytes > remaining_)
        {
            constexpr std::size_t block_size = 256 * 1024;
            remaining_                       = std::max(bytes, block_size);
            blocks_.push_back(std::make_unique_for_overwrite<std::int8_t[]>(remaining_));
            position_ = blocks_.back().get();
        }
        remaining_ -= bytes;
        return std::exchange(position_, position_ + bytes);
    }

private:
    std::mutex                                  mutex_;
    std::vector<std::unique_ptr<std::int8_t[]>> blocks_;
    std::int8_t*                                position_  = nullptr;
    std::size_t                                 remaining_ = 0; ///< bytes of the last block
};

vectors::vectors() = default;

vectors::vectors(std::size_t count, std::size_t width)
    : width_{width}
    , rows_(count)
    , arena_{std::make_unique<arena>()}
{}

vectors::~vectors()                             = default;
vectors::vectors(vectors&&) noexcept            = default;
vectors& vectors::operator=(vectors&&) noexcept = default;

bool vectors::is_sparse(const row& stored) const noexcept { return is_shorter_as_pairs(stored.nonzero, width_); }

void vectors::set(std::size_t n, std::span<const float> values)
{
    if (values.size() != width_)
        throw std::invalid_argument{"the vector has another number of coordinates than width()"};
    const auto steps   = to_steps(values);
    const auto nonzero = width_ - static_cast<std::size_t>(std::ranges::count(steps, std::int8_t{0}));
    row        stored{.nonzero = static_cast<std::uint32_t>(nonzero)};
    if (nonzero != 0)
    {
        const bool sparse = is_sparse(stored);
        auto*      memory = arena_->allocate(sparse ? nonzero * bytes_per_pair : width_);
        if (sparse) write_pairs(steps, nonzero, memory);
        else std::ranges::copy(steps, memory);

        std::int64_t square = 0;
        for (const auto step : steps) square += step * step;
        stored.steps = memory;
        stored.scale = static_cast<float>(1 / std::sqrt(static_cast<double>(square)));
    }
    rows_[n] = stored;
}

void vectors::read(std::size_t n, std::span<float> output) const noexcept
{
    BOOST_ASSERT_MSG(output.size() >= width_, "output has fewer places than width()");
    const auto& stored = rows_[n];
    const auto* source = stored.steps;
    const float scale  = stored.scale;
    float*      target = output.data();
    if (!is_sparse(stored))
    {
        for (std::size_t i = 0; i != width_; ++i) target[i] = static_cast<float>(source[i]) * scale;
        return;
    }
    std::fill_n(target, width_, 0.0f);
    const auto* indices = source + stored.nonzero;
    for (std::size_t i = 0; i != stored.nonzero; ++i)
    {
        index_type index = 0;
        std::memcpy(&index, indices + i * sizeof index, sizeof index);
        target[index] = static_cast<float>(source[i]) * scale;
    }
}

bool operator==(const vectors& left, const vectors& right) noexcept
{
    const auto equal = [&](const vectors::row& one, const vectors::row& other) {
        if (one.nonzero != other.nonzero || one.scale != other.scale) return false;
        const auto bytes = left.is_sparse(one) ? one.nonzero * bytes_per_pair : left.width_;
        return bytes == 0 || std::memcmp(one.steps, other.steps, bytes) == 0;
    };
    return left.width_ == right.width_ && std::ranges::equal(left.rows_, right.rows_, equal);
}

} // namespace verbatim::sdk
