#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>
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

/// Counts of durations, as in a Prometheus histogram.
struct distribution
{
    /// Upper bounds in seconds, each with the number of durations up to it. The last bound is infinite.
    std::vector<std::pair<double, std::uint64_t>> cumulative_counts;
    std::uint64_t                                 count = 0;
    double                                        sum   = 0; ///< seconds
};

/// Counts durations in fixed buckets, from a health check to the longest call. [any thread]
class duration_histogram
{
public:
    /// Seconds. The deadlines of operations, 120 and 600 s, are bounds, so that calls near them are visible.
    static constexpr std::array bounds{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1,   0.25,
                                       0.5,    1.0,   2.5,    5.0,   10.0, 30.0,  60.0, 120.0, 600.0};

    void         add(std::chrono::nanoseconds duration) noexcept;
    distribution read() const;

private:
    static constexpr std::size_t overflow_bin = bounds.size();    ///< longer than the last bound
    static constexpr std::size_t sum_cell     = overflow_bin + 1; ///< nanoseconds

    counters bins_{sum_cell + 1};
};

} // namespace verbatim::core::metrics
