#include "metrics/durations.hpp"

#include <algorithm>
#include <limits>

namespace verbatim::core::metrics {

void durations::add(std::chrono::nanoseconds took) noexcept
{
    const auto seconds = std::chrono::duration<double>{took}.count();
    const auto bin     = std::lower_bound(bounds.begin(), bounds.end(), seconds) - bounds.begin();
    bins_.add(static_cast<std::size_t>(bin));
    bins_.add(sum, took.count());
}

distribution durations::read() const
{
    distribution found;
    for (std::size_t bin = 0; bin != over + 1; ++bin)
    {
        found.count += static_cast<std::uint64_t>(bins_.read(bin));
        found.up_to.emplace_back(bin == over ? std::numeric_limits<double>::infinity() : bounds[bin], found.count);
    }
    found.sum = std::chrono::duration<double>{std::chrono::nanoseconds{bins_.read(sum)}}.count();
    return found;
}

} // namespace verbatim::core::metrics
