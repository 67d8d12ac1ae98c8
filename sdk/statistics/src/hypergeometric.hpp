#pragma once

#include <cstdint>
#include <vector>

namespace verbatim::statistics {

/// Draws without replacement from a population of which some are marked.
struct draws
{
    std::uint64_t population = 0;
    std::uint64_t marked     = 0; ///< at most `population`
    std::uint64_t drawn      = 0; ///< at most `population`
};

/// Probabilities of fewer, as many and more marked draws than `count`.
struct count_probabilities
{
    double fewer  = 0;
    double equal  = 0;
    double higher = 0;
};

/// Sums the probabilities around the most likely count, so that no factorial loses digits. Time grows with the standard
/// deviation. Probabilities below about 1e-300 are 0.
count_probabilities probabilities_of(const draws& sample, std::uint64_t count);

/// The probabilities of consecutive numbers of marked draws.
struct count_distribution
{
    std::uint64_t       first = 0;
    std::vector<double> probabilities;
};

/// Fills `result` with the numbers that are at least `least` times as likely as the most likely one. Its memory is used
/// again.
void fill_distribution(const draws& sample, double least, count_distribution& result);

/// Beyond this variance a sum over the counts would take long, and the normal approximation is accurate.
inline constexpr double large_variance = 1e6;

/// Of the number of marked draws.
double expected_count(const draws& sample) noexcept;
double variance_of_count(const draws& sample) noexcept;

} // namespace verbatim::statistics
