#pragma once

#include "verbatim/statistics/shares.hpp"

#include <cstddef>
#include <span>

/// Tests of a share over consecutive periods, against the hypothesis that the share is the same in all of them. They
/// are conditional on the totals of the periods and on the sum of the counts. Periods without records carry no
/// information, and are allowed anywhere. Functions throw std::invalid_argument if a count exceeds its total, or if the
/// sum of the totals exceeds 64 bits. [any thread]
namespace verbatim::statistics {

struct trend
{
    double p_value = 1; ///< two-sided
    double slope   = 0; ///< change of the log odds per period; 0 if the test is impossible
};

/// The test for a trend in the log odds of the share (the logistic form of the Cochran-Armitage test), with the
/// modified signed root of the likelihood ratio (Barndorff-Nielsen's r*, the double saddlepoint approximation). Unlike
/// the normal approximation it holds for periods of very different totals; for five counts it is within a third of the
/// exact p-value. Two periods with records are compared by test_equal_shares.
trend test_trend(std::span<const share> periods);

struct spike
{
    double      p_value = 1; ///< for all windows together: Bonferroni's bound
    std::size_t first   = 0; ///< period of the most unusual window
    std::size_t last    = 0;
};

/// The test for a window of periods with a higher share than all others together: the hypergeometric tail of its count.
/// Windows have 1, 2, 4, ... periods. Those of several periods have at most a third of all.
spike test_spike(std::span<const share> periods);

} // namespace verbatim::statistics
