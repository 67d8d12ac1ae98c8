#include "verbatim/statistics/shares.hpp"

#include "hypergeometric.hpp"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/beta.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace verbatim::statistics {

namespace {

void check(const share& part)
{
    if (part.count > part.total) throw std::invalid_argument{"a count must not exceed its total"};
}

/// The quantile of the standard normal distribution that leaves half of the rest on each side.
double two_sided_quantile(double confidence)
{
    if (!(confidence > 0 && confidence < 1)) throw std::invalid_argument{"a confidence must be between 0 and 1"};
    const boost::math::normal standard;
    return boost::math::quantile(boost::math::complement(standard, (1 - confidence) / 2));
}

draws sample_of(const share& first, const share& second)
{
    return {.population = first.total + second.total, .marked = first.count + second.count, .drawn = first.total};
}

/// The smallest of the four expected counts.
double least_expected(const draws& sample)
{
    const draws others{sample.population, sample.marked, sample.population - sample.drawn};
    const auto  least = std::min(expected_count(sample), expected_count(others));
    const auto  rest  = std::min(static_cast<double>(sample.drawn) - expected_count(sample),
                                 static_cast<double>(others.drawn) - expected_count(others));
    return std::min(least, rest);
}

double chi_square_test(const share& first, const share& second)
{
    const auto pooled =
        static_cast<double>(first.count + second.count) / static_cast<double>(first.total + second.total);
    const auto variance =
        pooled * (1 - pooled) * (1 / static_cast<double>(first.total) + 1 / static_cast<double>(second.total));
    return std::erfc(std::abs(second.value() - first.value()) / std::sqrt(2 * variance));
}

} // namespace

interval share_interval(const share& part, double confidence)
{
    check(part);
    const auto z = two_sided_quantile(confidence);
    if (part.total == 0) return {0, 1};
    const auto n       = static_cast<double>(part.total);
    const auto p       = part.value();
    const auto centre  = p + z * z / (2 * n);
    const auto half    = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    const auto divisor = 1 + z * z / n;
    // The limits of 0 of n and n of n are 0 and 1, which rounding would miss.
    return {.low  = part.count == 0 ? 0 : std::max(0.0, (centre - half) / divisor),
            .high = part.count == part.total ? 1 : std::min(1.0, (centre + half) / divisor)};
}

interval difference_interval(const share& first, const share& second, double confidence)
{
    const auto of_first = share_interval(first, confidence), of_second = share_interval(second, confidence);
    if (first.total == 0 || second.total == 0) return {-1, 1};
    const auto a = first.value(), b = second.value();
    return {.low  = std::max(-1.0, b - a - std::hypot(b - of_second.low, of_first.high - a)),
            .high = std::min(1.0, b - a + std::hypot(of_second.high - b, a - of_first.low))};
}

double test_equal_shares(const share& first, const share& second)
{
    check(first);
    check(second);
    if (first.total == 0 || second.total == 0) return 1;
    if (second.total > std::numeric_limits<std::uint64_t>::max() - first.total)
        throw std::invalid_argument{"the sum of the totals must be below 2^64"};
    const auto sample = sample_of(first, second);
    if (sample.marked == 0 || sample.marked == sample.population) return 1;

    constexpr double large = 1'000;
    if (least_expected(sample) >= large) return chi_square_test(first, second);
    const auto tails = probabilities_of(sample, first.count);
    return std::min(1.0, 2 * (std::min(tails.fewer, tails.higher) + tails.equal / 2));
}

namespace {

void check_bound(double count, double total, double error)
{
    if (!(count >= 0 && count <= total)) throw std::invalid_argument{"a count must be between 0 and its total"};
    if (!(error > 0 && error < 1)) throw std::invalid_argument{"an error must be between 0 and 1"};
}

} // namespace

double lower_bound(double count, double total, double error)
{
    check_bound(count, total, error);
    return count == 0 ? 0 : boost::math::ibeta_inv(count, total - count + 1, error);
}

double upper_bound(double count, double total, double error)
{
    check_bound(count, total, error);
    return count == total ? 1 : boost::math::ibetac_inv(count + 1, total - count, error);
}

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
