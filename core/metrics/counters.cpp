#include "metrics/counters.hpp"

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

} // namespace verbatim::core::metrics
