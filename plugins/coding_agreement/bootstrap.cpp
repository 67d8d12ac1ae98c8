#include "bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace verbatim::coding_agreement {

namespace {

/// Uniform in 0 to count - 1. A multiplication is exact enough: the bias is below 2^-48 for 50,000 records.
std::size_t random_below(std::mt19937_64& random, std::size_t count)
{
    __extension__ using wide = unsigned __int128;
    return static_cast<std::size_t>((static_cast<wide>(random()) * count) >> 64);
}

/// The quantile with linear interpolation between neighbours. Reorders the values, of which there is at least one.
double quantile(std::vector<double>& values, double share)
{
    const auto position = share * static_cast<double>(values.size() - 1);
    const auto below    = static_cast<std::size_t>(position);
    const auto lower    = values.begin() + static_cast<std::ptrdiff_t>(below);
    std::nth_element(values.begin(), lower, values.end());
    if (below + 1 == values.size()) return *lower;
    const auto upper = *std::min_element(lower + 1, values.end());
    return *lower + (upper - *lower) * (position - static_cast<double>(below));
}

} // namespace

bootstrap::bootstrap(const coding_pairs& pairs, std::span<const counted_code> codes, std::size_t resamples,
                     std::size_t max_overlaps)
    : pairs_{pairs}
    , set_reliability_{pairs, max_overlaps}
    , resamples_{resamples}
    , counts_(pairs.pairs.size())
    , code_counts_(codes.size())
    , codes_(codes.size())
{
    index_uses(codes);
    for (std::size_t n = 0; n != counts_.size(); ++n) counts_[n] = pairs.pairs[n].count;
    disagreement_ = set_reliability_.disagreement_of(counts_, pairs.pair_of.size());
    measure([](statistic_samples& target, const std::optional<double>& value) { target.value = value; });
}

void bootstrap::index_uses(std::span<const counted_code> codes)
{
    std::map<code_id, std::uint32_t> numbers;
    for (std::uint32_t n = 0; n != codes.size(); ++n) numbers.emplace(codes[n].code, n);
    for (const auto& pair : pairs_.pairs)
    {
        const auto& human     = pairs_.human(pair);
        const auto& suggested = pairs_.suggested(pair);
        for (const auto code : human)
            if (const auto entry = numbers.find(code); entry != numbers.end())
                uses_.push_back({entry->second, true, std::ranges::binary_search(suggested, code)});
        for (const auto code : suggested)
            if (const auto entry = numbers.find(code);
                entry != numbers.end() && !std::ranges::binary_search(human, code))
                uses_.push_back({entry->second, false, true});
        use_ends_.push_back(uses_.size());
    }
}

std::size_t bootstrap::steps_per_resample() const noexcept
{
    constexpr std::size_t steps_per_code = 8;
    return pairs_.pair_of.size() + uses_.size() + set_reliability_.steps() + steps_per_code * codes_.size();
}

void bootstrap::advance(std::size_t max_steps)
{
    for (auto left = std::max<std::size_t>(max_steps / steps_per_resample(), 1); left != 0 && !is_finished(); --left)
    {
        draw();
        measure([](statistic_samples& target, const std::optional<double>& value) {
            if (value) target.resampled.push_back(*value);
        });
        ++done_;
    }
}

void bootstrap::draw()
{
    std::ranges::fill(counts_, 0);
    const auto records = pairs_.pair_of.size();
    for (std::size_t n = 0; n != records; ++n) ++counts_[pairs_.pair_of[random_below(random_, records)]];
}

void bootstrap::measure(void (*store)(statistic_samples& target, const std::optional<double>& value))
{
    const auto records          = pairs_.pair_of.size();
    const auto store_statistics = [&](reliability_samples& target, const reliability& statistics) {
        store(target.kappa, statistics.kappa);
        store(target.alpha, statistics.alpha);
    };
    store_statistics(sets_, set_reliability_.of(counts_, records));

    std::ranges::fill(code_counts_, code_counts{});
    std::size_t use = 0;
    for (std::size_t pair = 0; pair != counts_.size(); ++pair)
        for (; use != use_ends_[pair]; ++use)
        {
            auto& counts = code_counts_[uses_[use].code];
            auto& count  = !uses_[use].suggested ? counts.only_human
                           : uses_[use].human    ? counts.both
                                                 : counts.only_suggested;
            count += counts_[pair];
        }
    for (std::size_t code = 0; code != codes_.size(); ++code)
        store_statistics(codes_[code], reliability_of(code_counts_[code], records));
}

reliability_estimate bootstrap::of_sets() { return estimate_of(sets_); }

reliability_estimate bootstrap::of_code(std::size_t n) { return estimate_of(codes_[n]); }

estimate bootstrap::estimate_of(statistic_samples& samples) const
{
    estimate result{.value = samples.value};
    if (samples.resampled.empty() || 2 * samples.resampled.size() < resamples_) return result;
    result.low  = quantile(samples.resampled, 0.025);
    result.high = quantile(samples.resampled, 0.975);
    return result;
}

reliability_estimate bootstrap::estimate_of(reliability_samples& samples) const
{
    return {estimate_of(samples.kappa), estimate_of(samples.alpha)};
}

} // namespace verbatim::coding_agreement
