#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace verbatim::core::metrics {

/// A row of numbers that every thread changes all the time and somebody reads now and then. A thread has cells of its
/// own, so that a change costs an addition to memory that no other core is writing: no lock, no line of cache passed
/// around. What is read is the sum; numbers read one after the other are not of one moment. [any thread]
class counters
{
public:
    /// All begin at 0.
    explicit counters(std::size_t count);

    void add(std::size_t index, std::int64_t amount = 1) noexcept
    {
        cell(stripe_of_this_thread(), index).fetch_add(amount, std::memory_order_relaxed);
    }

    std::int64_t read(std::size_t index) const noexcept;

private:
    static constexpr std::size_t stripes = 16; ///< threads beyond as many share, which costs time and no count

    struct alignas(64) cache_line
    {
        std::array<std::atomic<std::int64_t>, 8> cells{};
    };

    static std::size_t stripe_of_this_thread() noexcept;

    std::atomic<std::int64_t>& cell(std::size_t stripe, std::size_t index) noexcept
    {
        return lines_[stripe * lines_per_stripe_ + index / 8].cells[index % 8];
    }

    std::size_t             lines_per_stripe_;
    std::vector<cache_line> lines_;
};

} // namespace verbatim::core::metrics
