#include "metrics/duration_histogram.hpp"

#include <algorithm>
#include <limits>

namespace verbatim::core::metrics {

void duration_histogram::add(std::chrono::nanoseconds duration) noexcept
{
    const auto seconds = std::chrono::duration<double>{duration}.count();
    const auto bin     = std::lower_bound(bounds.begin(), bounds.end(), seconds) - bounds.begin();
    bins_.add(static_cast<std::size_t>(bin));
    bins_.add(sum_cell, duration.count());
}

distribution duration_histogram::read() const
{
    distribution result;
    for (std::size_t bin = 0; bin != overflow_bin + 1; ++bin)
    {
        result.count += static_cast<std::uint64_t>(bins_.read(bin));
        result.cumulative_counts.emplace_back(
            bin == overflow_bin ? std::numeric_limits<double>::infinity() : bounds[bin], result.count);
    }
    result.sum = std::chrono::duration<double>{std::chrono::nanoseconds{bins_.read(sum_cell)}}.count();
    return result;
}

} // namespace verbatim::core::metrics
