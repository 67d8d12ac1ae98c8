#pragma once

#include "classification.hpp"
#include "codings.hpp"
#include "reliability.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <vector>

namespace verbatim::coding_agreement {

/// A statistic with its 95 % interval. No interval if fewer than half of the resamples have the statistic.
struct estimate
{
    std::optional<double> value;
    std::optional<double> low;
    std::optional<double> high;
};

struct reliability_estimate
{
    estimate kappa;
    estimate alpha;
};

/// Percentile bootstrap of kappa and alpha: draws the records with replacement, always in the same sequence for the
/// same request. Borrows `pairs` and has no other state than its own, so a caller may run it in slices.
class bootstrap
{
public:
    /// For whole sets, and for each of `codes`. Throws as set_reliability does.
    bootstrap(const coding_pairs& pairs, std::span<const counted_code> codes, std::size_t resamples,
              std::size_t max_overlaps);

    std::size_t steps_per_resample() const noexcept;
    bool        is_finished() const noexcept { return done_ == resamples_; }

    /// Draws at least one resample, and then as many as `max_steps` allow. Only before it is finished.
    void advance(std::size_t max_steps);

    /// Of whole sets of all records; none where alpha is not defined.
    const std::optional<disagreement>& disagreement_of_sets() const noexcept { return disagreement_; }

    /// Of whole sets. Only once, when finished.
    reliability_estimate of_sets();

    /// Of the n-th code. Only once for each, when finished.
    reliability_estimate of_code(std::size_t n);

private:
    /// A statistic of all records, and of the resamples that have it.
    struct statistic_samples
    {
        std::optional<double> value;
        std::vector<double>   resampled;
    };
    struct reliability_samples
    {
        statistic_samples kappa;
        statistic_samples alpha;
    };
    /// A listed code of a pair.
    struct code_use
    {
        std::uint32_t code; ///< index of `codes_`
        bool          human;
        bool          suggested;
    };

    void                 index_uses(std::span<const counted_code> codes);
    void                 draw();
    void                 measure(void (*store)(statistic_samples& target, const std::optional<double>& value));
    estimate             estimate_of(statistic_samples& samples) const;
    reliability_estimate estimate_of(reliability_samples& samples) const;

    const coding_pairs&              pairs_;
    set_reliability                  set_reliability_;
    const std::size_t                resamples_;
    std::size_t                      done_ = 0;
    std::mt19937_64                  random_; ///< its default seed; its sequence is the same on every platform
    std::vector<std::uint32_t>       counts_; ///< of each pair in the present resample
    std::vector<code_use>            uses_;
    std::vector<std::size_t>         use_ends_; ///< of each pair in `uses_`
    std::vector<code_counts>         code_counts_;
    std::optional<disagreement>      disagreement_;
    reliability_samples              sets_;
    std::vector<reliability_samples> codes_;
};

} // namespace verbatim::coding_agreement
