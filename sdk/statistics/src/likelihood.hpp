#pragma once

#include "verbatim/statistics/shares.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace verbatim::statistics {

/// The logarithm of the binomial likelihood of a share of its own for `part` and for the rest of `whole`, relative to
/// one share for both.
double log_likelihood_ratio(const share& part, const share& whole) noexcept;

/// The logarithm of the mean of likelihoods, whose logarithms are added.
class mean_fit
{
public:
    void add(double log_likelihood) noexcept;

    std::size_t size() const noexcept { return size_; }

    /// 0 without values.
    double value() const noexcept;

private:
    double      highest_ = 0;
    double      sum_     = 0; ///< of the likelihoods relative to the highest
    std::size_t size_    = 0;
};

/// The sums of the first 0, 1, 2, ... periods. Throws std::invalid_argument as described in time_series.hpp.
std::vector<share> running_sums(std::span<const share> periods);

inline share difference(const share& end, const share& begin)
{
    return {end.count - begin.count, end.total - begin.total};
}

} // namespace verbatim::statistics
