#include "hypergeometric.hpp"

#include <algorithm>

namespace verbatim::statistics {

namespace {

/// Adds the probability of a count to its part of the sums.
void add(count_probabilities& sums, double at, double count, double weight)
{
    (at < count ? sums.fewer : at > count ? sums.higher : sums.equal) += weight;
}

/// Whether the rest of a tail is negligible beside the sum that it adds to.
bool is_negligible(const count_probabilities& sums, double at, double count, double weight)
{
    constexpr double epsilon = 1e-17;
    const auto       part    = at < count ? sums.fewer : at > count ? sums.higher : sums.equal;
    return weight == 0 || (at != count && weight < epsilon * part);
}

} // namespace

double expected_count(const draws& sample) noexcept
{
    return static_cast<double>(sample.drawn) *
           (static_cast<double>(sample.marked) / static_cast<double>(sample.population));
}

double variance_of_count(const draws& sample) noexcept
{
    const auto population = static_cast<double>(sample.population);
    if (population <= 1) return 0;
    return expected_count(sample) * ((population - static_cast<double>(sample.marked)) / population) *
           ((population - static_cast<double>(sample.drawn)) / (population - 1));
}

count_probabilities probabilities_of(const draws& sample, std::uint64_t count)
{
    const auto unmarked = sample.population - sample.marked;
    const auto lowest   = sample.drawn > unmarked ? sample.drawn - unmarked : 0;
    const auto highest  = std::min(sample.drawn, sample.marked);
    const auto mode = std::clamp(static_cast<std::uint64_t>(std::max(0.0, expected_count(sample))), lowest, highest);

    const auto drawn = static_cast<double>(sample.drawn), marked = static_cast<double>(sample.marked);
    const auto others = static_cast<double>(unmarked) - drawn; // may be negative
    const auto target = static_cast<double>(count), last = static_cast<double>(highest);
    const auto first = static_cast<double>(lowest), start = static_cast<double>(mode);

    // The probability of n + 1 relative to that of n.
    const auto ratio = [&](double n) { return (marked - n) / (n + 1) * ((drawn - n) / (others + n + 1)); };

    count_probabilities sums;
    add(sums, start, target, 1);
    double weight = 1;
    for (double at = start; at < last;)
    {
        weight *= ratio(at);
        ++at;
        add(sums, at, target, weight);
        if (is_negligible(sums, at, target, weight) && (at > target || weight == 0)) break;
    }
    weight = 1;
    for (double at = start; at > first;)
    {
        --at;
        weight /= ratio(at);
        add(sums, at, target, weight);
        if (is_negligible(sums, at, target, weight) && (at < target || weight == 0)) break;
    }
    const auto total = sums.fewer + sums.equal + sums.higher;
    return {sums.fewer / total, sums.equal / total, sums.higher / total};
}

} // namespace verbatim::statistics
