#include "verbatim/statistics/false_discovery.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <stdexcept>

namespace verbatim::statistics {

std::vector<double> q_values(std::span<const double> p_values)
{
    if (!std::ranges::all_of(p_values, [](double p) { return p >= 0 && p <= 1; }))
        throw std::invalid_argument{"p-values must be from 0 to 1"};

    std::vector<std::size_t> order(p_values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, std::ranges::greater{}, [&](std::size_t n) { return p_values[n]; });

    const auto          count = static_cast<double>(p_values.size());
    std::vector<double> result(p_values.size());
    double              least = 1;
    for (std::size_t n = 0; n != order.size(); ++n)
    {
        least            = std::min(least, p_values[order[n]] * count / static_cast<double>(order.size() - n));
        result[order[n]] = least;
    }
    return result;
}

} // namespace verbatim::statistics
