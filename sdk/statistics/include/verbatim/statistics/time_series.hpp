#pragma once

#include "verbatim/statistics/shares.hpp"

#include <cstddef>
#include <span>

/// Tests of a share over consecutive periods, against the hypothesis that the share is the same in all of them. They
/// are conditional on the totals of the periods and on the sum of the counts. Periods without records carry no
/// information, and are allowed anywhere. Functions throw std::invalid_argument if a count exceeds its total, or if the
/// sum of the totals exceeds 64 bits. [any thread]
///
/// `fit` compares the kinds of change for one series: the logarithm of the binomial likelihood relative to equal
/// shares, averaged over all places that the change may have (an integrated likelihood with a uniform prior of the
/// place; Berger, Liseo and Wolpert 1999, Statistical Science 14). A trend has no place; the further parameter, its
/// size, is common to all kinds. The mean, unlike the maximum less a penalty, does not favour a kind if periods are
/// shorter.
namespace verbatim::statistics {

struct trend
{
    double p_value = 1; ///< two-sided
    double slope   = 0; ///< change of the log odds per period; 0 if the test is impossible
    double fit     = 0;
};

/// The test for a trend in the log odds of the share (the logistic form of the Cochran-Armitage test), with the
/// modified signed root of the likelihood ratio (Barndorff-Nielsen's r*, the double saddlepoint approximation). Unlike
/// the normal approximation it holds for periods of very different totals; for five counts it is within a third of the
/// exact p-value. Two periods with records are compared by test_equal_shares.
trend test_trend(std::span<const share> periods);

struct step
{
    double      p_value = 1; ///< two-sided, for all places together
    std::size_t first   = 0; ///< the first period of the later level, where the likelihood is highest
    double      fit     = 0;
};

/// The test for a share that changes once and stays: the smallest hypergeometric tail of the count before any place
/// (Fisher's test of each 2 x 2 table, as in maximally selected chi-square statistics; Miller and Siegmund 1982,
/// Biometrics 38). The p-value is exact: the probability that the cumulative count leaves the limits of that tail, by
/// recursion over the periods (Worsley 1983, Biometrika 70). Beyond 4 million products, or tails below 1e-12, it is
/// Bonferroni's bound.
step test_step(std::span<const share> periods);

struct spike
{
    double      p_value = 1; ///< for all windows together: Bonferroni's bound
    std::size_t first   = 0; ///< period of the window with the highest likelihood
    std::size_t last    = 0;
    double      fit     = 0;
};

/// The test for a window of periods with a higher share than all others together: the hypergeometric tail of its count.
/// Windows have 1, 2, 4, ... periods, and records before and after them. Those of several periods have at most a third
/// of all.
spike test_spike(std::span<const share> periods);

} // namespace verbatim::statistics
