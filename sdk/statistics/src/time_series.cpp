#include "verbatim/statistics/time_series.hpp"

#include "hypergeometric.hpp"
#include "likelihood.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace verbatim::statistics {

namespace {

double two_sided(double z) { return std::erfc(std::abs(z) / std::sqrt(2.0)); }

/// A period with records. Times have mean 0 and variance 1 over all records, which keeps the fit well conditioned.
struct observation
{
    double time;
    double total;
};

/// Fits the log odds `intercept + slope * time` to the sum of the counts and to the sum of their times.
class logistic_fit
{
public:
    logistic_fit(std::vector<observation> observations, double count, double time_sum)
        : observations_{std::move(observations)}
        , count_{count}
        , time_sum_{time_sum}
    {}

    struct estimate
    {
        double intercept      = 0;
        double slope          = 0;
        double log_likelihood = 0;
        double determinant    = 0; ///< of the information
    };

    double log_likelihood(double intercept, double slope) const
    {
        double sum = intercept * count_ + slope * time_sum_;
        for (const auto& [time, total] : observations_)
        {
            const auto odds = intercept + slope * time;
            sum -= total * (odds > 0 ? odds + std::log1p(std::exp(-odds)) : std::log1p(std::exp(odds)));
        }
        return sum;
    }

    /// Newton's method from slope 0. None if it does not converge.
    std::optional<estimate> find(double intercept) const
    {
        estimate current{.intercept = intercept, .log_likelihood = log_likelihood(intercept, 0)};
        for (int round = 0; round != 100; ++round)
        {
            const auto at       = derivatives_at(current.intercept, current.slope);
            current.determinant = at.information[0] * at.information[2] - at.information[1] * at.information[1];
            if (!(current.determinant > 0)) return std::nullopt;
            const double step[2]{
                (at.information[2] * at.score[0] - at.information[1] * at.score[1]) / current.determinant,
                (at.information[0] * at.score[1] - at.information[1] * at.score[0]) / current.determinant};
            if (std::abs(step[0]) + std::abs(step[1]) < 1e-9) return current;
            if (!advance(current, step)) return current;
        }
        return std::nullopt;
    }

private:
    struct derivatives
    {
        std::array<double, 2> score{};
        std::array<double, 3> information{}; ///< of the intercept, of both, of the slope
    };

    derivatives derivatives_at(double intercept, double slope) const
    {
        derivatives result{{count_, time_sum_}, {}};
        for (const auto& [time, total] : observations_)
        {
            const auto probability = 1 / (1 + std::exp(-intercept - slope * time));
            const auto variance    = total * probability * (1 - probability);
            result.score[0] -= total * probability;
            result.score[1] -= total * probability * time;
            result.information[0] += variance;
            result.information[1] += variance * time;
            result.information[2] += variance * time * time;
        }
        return result;
    }

    /// A step, halved until the likelihood does not fall. False if no part of the step raises it.
    bool advance(estimate& current, const double (&step)[2]) const
    {
        for (double size = 1; size > 1e-6; size /= 2)
        {
            const auto intercept = current.intercept + size * step[0], slope = current.slope + size * step[1];
            const auto likelihood = log_likelihood(intercept, slope);
            if (!(likelihood > current.log_likelihood)) continue;
            current.intercept      = intercept;
            current.slope          = slope;
            current.log_likelihood = likelihood;
            return true;
        }
        return false;
    }

    std::vector<observation> observations_;
    double                   count_;
    double                   time_sum_;
};

/// Mean and standard deviation of the period numbers of all records.
struct time_scale
{
    double mean      = 0;
    double deviation = 0;
};

time_scale scale_of(std::span<const share> periods, double total)
{
    time_scale scale;
    for (std::size_t n = 0; n != periods.size(); ++n)
        scale.mean += static_cast<double>(n) * (static_cast<double>(periods[n].total) / total);
    for (std::size_t n = 0; n != periods.size(); ++n)
    {
        const auto distance = static_cast<double>(n) - scale.mean;
        scale.deviation += distance * distance * (static_cast<double>(periods[n].total) / total);
    }
    scale.deviation = std::sqrt(scale.deviation);
    return scale;
}

/// The sum of the period numbers if the counts fill the periods in this order.
template <class Periods>
double filled_sum(const Periods& periods, std::uint64_t count, double first_number, double step)
{
    double sum = 0;
    for (double number = first_number; const auto& period : periods)
    {
        const auto part = std::min(count, period.total);
        sum += number * static_cast<double>(part);
        count -= part;
        number += step;
    }
    return sum;
}

/// The sum of the period numbers of all counts; one half inside the range of possible sums, where the fit exists.
std::optional<double> time_sum_of(std::span<const share> periods, std::uint64_t count)
{
    double sum = 0;
    for (std::size_t n = 0; n != periods.size(); ++n)
        sum += static_cast<double>(n) * static_cast<double>(periods[n].count);
    const std::vector<share> reversed{periods.rbegin(), periods.rend()};
    const auto               least = filled_sum(periods, count, 0, 1);
    const auto               most  = filled_sum(reversed, count, static_cast<double>(periods.size()) - 1, -1);
    if (most - least <= 1) return std::nullopt;
    return std::clamp(sum, least + 0.5, most - 0.5);
}

/// The periods with records, if there are exactly two.
std::optional<std::pair<std::size_t, std::size_t>> only_two(std::span<const share> periods)
{
    const auto has_records = [](const share& period) { return period.total != 0; };
    if (std::ranges::count_if(periods, has_records) != 2) return std::nullopt;
    const auto first  = std::ranges::find_if(periods, has_records);
    const auto second = std::find_if(first + 1, periods.end(), has_records);
    return std::pair{static_cast<std::size_t>(first - periods.begin()),
                     static_cast<std::size_t>(second - periods.begin())};
}

/// The trend of two periods: their test is exact. The odds have one half added to each count, which keeps them finite.
trend compare(std::span<const share> periods, const std::pair<std::size_t, std::size_t>& pair)
{
    const auto log_odds = [](const share& part) {
        return std::log((static_cast<double>(part.count) + 0.5) / (static_cast<double>(part.total - part.count) + 0.5));
    };
    const auto &first = periods[pair.first], &second = periods[pair.second];
    return {.p_value = test_equal_shares(first, second),
            .slope   = (log_odds(second) - log_odds(first)) / static_cast<double>(pair.second - pair.first),
            .fit     = log_likelihood_ratio(first, {first.count + second.count, first.total + second.total})};
}

/// Windows of 1, 2, 4, ... periods; those of several have at most a third of all.
template <class Use>
void for_each_window(const std::vector<share>& sums, const Use& use)
{
    const auto periods = sums.size() - 1;
    for (std::size_t length = 1; length == 1 || length * 3 <= periods; length *= 2)
        for (std::size_t first = 0; first + length <= periods; ++first)
        {
            const bool is_between = sums[first].total != 0 && sums[first + length].total != sums.back().total;
            if (const auto window = difference(sums[first + length], sums[first]); is_between && window.total != 0)
                use(first, first + length - 1, window);
        }
}

} // namespace

trend test_trend(std::span<const share> periods)
{
    const auto sum      = running_sums(periods).back();
    const auto count    = static_cast<double>(sum.count);
    const auto total    = static_cast<double>(sum.total);
    const auto time_sum = time_sum_of(periods, sum.count);
    if (sum.count == 0 || sum.count == sum.total || !time_sum) return {};
    if (const auto pair = only_two(periods)) return compare(periods, *pair);
    const auto scale = scale_of(periods, total);

    std::vector<observation> observations;
    for (std::size_t n = 0; n != periods.size(); ++n)
        if (periods[n].total != 0)
            observations.push_back(
                {(static_cast<double>(n) - scale.mean) / scale.deviation, static_cast<double>(periods[n].total)});

    // Without a trend, the scaled sum of times has mean 0 and this variance.
    const auto scaled_sum = (*time_sum - count * scale.mean) / scale.deviation;
    const auto pooled     = count / total;
    const auto normal     = scaled_sum / std::sqrt(count * (1 - pooled) * total / (total - 1));

    const auto         intercept = std::log(pooled / (1 - pooled));
    const logistic_fit fit{std::move(observations), count, scaled_sum};
    const auto         best = fit.find(intercept);
    if (!best) return {.p_value = two_sided(normal), .slope = normal > 0 ? 1.0 : -1.0, .fit = normal * normal / 2};

    const auto  gain = std::max(0.0, best->log_likelihood - fit.log_likelihood(intercept, 0));
    const trend result{.p_value = two_sided(normal), .slope = best->slope / scale.deviation, .fit = gain};
    const auto  root = std::copysign(std::sqrt(2 * gain), best->slope);
    const auto  wald = best->slope * std::sqrt(best->determinant / (total * pooled * (1 - pooled)));
    // Near 0 the correction is a difference of nearly equal numbers, and the normal approximation is accurate.
    if (std::abs(root) < 0.1 || !(wald / root > 0)) return result;
    return {.p_value = two_sided(root + std::log(wald / root) / root), .slope = result.slope, .fit = gain};
}

spike test_spike(std::span<const share> periods)
{
    const auto  sums  = running_sums(periods);
    const auto& whole = sums.back();
    spike       result;
    share       best;
    double      best_ratio = 0;
    mean_fit    fit;
    for_each_window(sums, [&](std::size_t first, std::size_t last, const share& window) {
        const auto ratio = window.value() > whole.value() ? log_likelihood_ratio(window, whole) : 0;
        fit.add(ratio);
        if (ratio <= best_ratio) return;
        best_ratio = ratio;
        best       = window;
        result     = {.first = first, .last = last};
    });
    if (best_ratio == 0) return result;

    const draws sample{.population = whole.total, .marked = whole.count, .drawn = best.total};
    const auto  tail = [&] {
        const auto variance = variance_of_count(sample);
        const auto excess   = static_cast<double>(best.count) - expected_count(sample);
        if (variance > large_variance) return std::erfc(excess / std::sqrt(2 * variance)) / 2;
        const auto tails = probabilities_of(sample, best.count);
        return tails.equal + tails.higher;
    }();
    result.p_value = std::min(1.0, tail * static_cast<double>(fit.size()));
    result.fit     = fit.value();
    return result;
}

} // namespace verbatim::statistics
