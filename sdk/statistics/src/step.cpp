#include "hypergeometric.hpp"
#include "likelihood.hpp"

#include "verbatim/statistics/time_series.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace verbatim::statistics {

namespace {

/// Probabilities below this part of a tail are negligible beside it.
constexpr double negligible = 1e-6;

/// The place between two periods, and the sum of the periods before it.
struct split
{
    std::size_t place = 0;
    share       before;
};

std::vector<split> splits_of(std::span<const share> periods, const std::vector<share>& sums)
{
    std::vector<split> splits;
    for (std::size_t place = 1; place < periods.size(); ++place)
        if (sums[place].total != 0 && periods[place].total != 0) splits.push_back({place, sums[place]});
    return splits;
}

draws sample_of(const split& split, const share& whole)
{
    return {.population = whole.total, .marked = whole.count, .drawn = split.before.total};
}

bool is_large(const draws& sample) { return variance_of_count(sample) > large_variance; }

/// The smaller tail of the count before a split, its own probability included.
double smaller_tail(const split& split, const share& whole)
{
    const auto sample = sample_of(split, whole);
    if (is_large(sample))
    {
        const auto distance = static_cast<double>(split.before.count) - expected_count(sample);
        return std::erfc(std::abs(distance) / std::sqrt(2 * variance_of_count(sample))) / 2;
    }
    const auto tails = probabilities_of(sample, split.before.count);
    return std::min(tails.fewer, tails.higher) + tails.equal;
}

/// Counts of which both tails exceed a probability; never empty for probabilities below one half.
struct usual_counts
{
    std::uint64_t first = 0;
    std::uint64_t last  = 0;

    bool contains(std::uint64_t count) const { return first <= count && count <= last; }
};

usual_counts usual_counts_of(const count_distribution& counts, double tail)
{
    const auto&  all  = counts.probabilities;
    usual_counts both = {counts.first, counts.first + all.size() - 1};
    for (double sum = all.front(); sum <= tail; sum += all[both.first - counts.first]) ++both.first;
    for (double sum = all.back(); sum <= tail; sum += all[both.last - counts.first]) --both.last;
    return both;
}

/// The probability that the smaller tail of any split is at most `tail`, if records are marked at random. The sums of
/// marked records are a Markov chain: the marks that are left fall on the records that are left. None if the work
/// exceeds a limit.
std::optional<double> crossing_probability(const std::vector<split>& splits, const share& whole, double tail)
{
    constexpr std::size_t max_work = 4'000'000; // products; about 5 ms
    const auto            least    = tail * negligible;
    const auto            limit    = tail * (1 + 1e-9); // rounding does not part equal tails

    usual_counts        states{0, 0};
    std::vector<double> within{1.0}; // the probability of each state without a crossing so far
    share               previous;
    double              crossed = 0;
    count_distribution  counts;
    std::size_t         work = 0;
    for (const auto& split : splits)
    {
        const auto& before = split.before;
        if (is_large(sample_of(split, whole))) return std::nullopt;
        fill_distribution(sample_of(split, whole), least, counts);
        const auto          next = usual_counts_of(counts, limit);
        std::vector<double> probabilities(next.last - next.first + 1);
        for (auto state = states.first; state <= states.last; ++state)
        {
            const auto probability = within[state - states.first];
            if (probability == 0) continue;
            fill_distribution({whole.total - previous.total, whole.count - state, before.total - previous.total}, least,
                              counts);
            if ((work += counts.probabilities.size()) > max_work) return std::nullopt;
            auto count = state + counts.first;
            for (const auto part : counts.probabilities)
            {
                if (next.contains(count)) probabilities[count - next.first] += probability * part;
                else crossed += probability * part;
                ++count;
            }
        }
        states   = next;
        within   = std::move(probabilities);
        previous = before;
    }
    return crossed;
}

double p_value_of(const std::vector<split>& splits, const share& whole, double tail)
{
    if (tail >= 0.5) return 1;
    const auto       bound       = std::min(1.0, 2 * tail * static_cast<double>(splits.size()));
    constexpr double least_exact = 1e-12;
    const auto       exact       = tail < least_exact ? std::nullopt : crossing_probability(splits, whole, tail);
    return exact ? std::min(*exact, bound) : bound;
}

} // namespace

step test_step(std::span<const share> periods)
{
    const auto sums   = running_sums(periods);
    const auto whole  = sums.back();
    const auto splits = splits_of(periods, sums);
    if (splits.empty() || whole.count == 0 || whole.count == whole.total) return {};

    step     result;
    mean_fit fit;
    double   tail = 1, best = 0;
    for (const auto& split : splits)
    {
        const auto ratio = log_likelihood_ratio(split.before, whole);
        fit.add(ratio);
        if (ratio > best) best = ratio, result.first = split.place;
        tail = std::min(tail, smaller_tail(split, whole));
    }
    result.p_value = p_value_of(splits, whole, tail);
    result.fit     = fit.value();
    return result;
}

} // namespace verbatim::statistics
