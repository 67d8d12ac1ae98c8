#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace verbatim::core::metrics {

/// Counters that many threads change often and that are read rarely. Threads add to different cache lines, so that they
/// do not contend; reading sums the lines. Successive reads do not form a consistent snapshot. [any thread]
class counters
{
public:
    /// All counters start at 0.
    explicit counters(std::size_t count);

    void add(std::size_t index, std::int64_t amount = 1) noexcept
    {
        cell(stripe_of_this_thread(), index).fetch_add(amount, std::memory_order_relaxed);
    }

    std::int64_t read(std::size_t index) const noexcept;

private:
    static constexpr std::size_t stripes = 16; ///< more threads share stripes, which is slower but still exact

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
