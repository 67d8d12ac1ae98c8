#pragma once

#include "metrics/counters.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <utility>
#include <vector>

namespace verbatim::core::metrics {

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
