#include "hypergeometric.hpp"

#include <algorithm>
#include <numeric>

namespace verbatim::statistics {

namespace {

/// The possible counts, a likely one, and how the probabilities of neighbours relate.
struct count_range
{
    explicit count_range(const draws& sample)
        : lowest{sample.drawn > sample.population - sample.marked ? sample.drawn - (sample.population - sample.marked)
                                                                  : 0}
        , highest{std::min(sample.drawn, sample.marked)}
        , mode{std::clamp(static_cast<std::uint64_t>(std::max(0.0, expected_count(sample))), lowest, highest)}
        , marked{static_cast<double>(sample.marked)}
        , drawn{static_cast<double>(sample.drawn)}
        , others{static_cast<double>(sample.population - sample.marked) - drawn}
    {}

    /// The probability of `count` + 1 relative to that of `count`.
    double ratio(double count) const
    {
        return (marked - count) / (count + 1) * ((drawn - count) / (others + count + 1));
    }

    std::uint64_t lowest;
    std::uint64_t highest;
    std::uint64_t mode;
    double        marked;
    double        drawn;
    double        others; ///< unmarked ones that are not drawn without a marked draw; may be negative
};

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
    const count_range range{sample};
    const auto        target = static_cast<double>(count), last = static_cast<double>(range.highest);
    const auto        first = static_cast<double>(range.lowest), start = static_cast<double>(range.mode);

    count_probabilities sums;
    add(sums, start, target, 1);
    double weight = 1;
    for (double at = start; at < last;)
    {
        weight *= range.ratio(at);
        ++at;
        add(sums, at, target, weight);
        if (is_negligible(sums, at, target, weight) && (at > target || weight == 0)) break;
    }
    weight = 1;
    for (double at = start; at > first;)
    {
        --at;
        weight /= range.ratio(at);
        add(sums, at, target, weight);
        if (is_negligible(sums, at, target, weight) && (at < target || weight == 0)) break;
    }
    const auto total = sums.fewer + sums.equal + sums.higher;
    return {sums.fewer / total, sums.equal / total, sums.higher / total};
}

void fill_distribution(const draws& sample, double least, count_distribution& result)
{
    const count_range range{sample};
    auto&             weights = result.probabilities;
    weights.assign(1, 1.0);
    for (auto at = range.mode; at > range.lowest; --at)
    {
        const auto weight = weights.back() / range.ratio(static_cast<double>(at - 1));
        if (weight < least) break;
        weights.push_back(weight);
    }
    result.first = range.mode - (weights.size() - 1);
    std::ranges::reverse(weights);
    double weight = 1;
    for (auto at = range.mode; at < range.highest; ++at)
    {
        weight *= range.ratio(static_cast<double>(at));
        if (weight < least) break;
        weights.push_back(weight);
    }
    const auto sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (auto& each : weights) each /= sum;
}

} // namespace verbatim::statistics
