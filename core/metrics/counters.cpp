#include "metrics/counters.hpp"

#include <algorithm>
#include <limits>

namespace verbatim::core::metrics {

counters::counters(std::size_t count)
    : lines_per_stripe_{(count + 7) / 8}
    , lines_(stripes * lines_per_stripe_)
{}

std::int64_t counters::read(std::size_t index) const noexcept
{
    std::int64_t sum = 0;
    for (std::size_t stripe = 0; stripe != stripes; ++stripe)
        sum += lines_[stripe * lines_per_stripe_ + index / 8].cells[index % 8].load(std::memory_order_relaxed);
    return sum;
}

std::size_t counters::stripe_of_this_thread() noexcept
{
    static std::atomic<std::size_t> threads{0};
    thread_local const std::size_t  stripe = threads.fetch_add(1, std::memory_order_relaxed) % stripes;
    return stripe;
}

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
