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

    void add(std::size_t which, std::int64_t by = 1) noexcept
    {
        cell(stripe_of_this_thread(), which).fetch_add(by, std::memory_order_relaxed);
    }

    std::int64_t read(std::size_t which) const noexcept;

private:
    static constexpr std::size_t stripes = 16; ///< threads beyond as many share, which costs time and no count

    struct alignas(64) line
    {
        std::array<std::atomic<std::int64_t>, 8> cells{};
    };

    static std::size_t stripe_of_this_thread() noexcept;

    std::atomic<std::int64_t>& cell(std::size_t stripe, std::size_t which) noexcept
    {
        return lines_[stripe * lines_a_stripe_ + which / 8].cells[which % 8];
    }

    std::size_t       lines_a_stripe_;
    std::vector<line> lines_;
};

} // namespace verbatim::core::metrics
