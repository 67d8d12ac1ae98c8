#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// Intervals and tests for counts of records. Functions throw std::invalid_argument if a count exceeds its total, if
/// the sum of the totals of a test exceeds 64 bits, or if a confidence is not between 0 and 1. [any thread]
namespace verbatim::statistics {

/// `count` of `total` records.
struct share
{
    std::uint64_t count = 0;
    std::uint64_t total = 0;

    /// 0 without records.
    double value() const noexcept { return total == 0 ? 0 : static_cast<double>(count) / static_cast<double>(total); }
};

struct interval
{
    double low  = 0;
    double high = 0;
};

/// Wilson's score interval of a share, without continuity correction. From 0 to 1 without records.
interval share_interval(const share& part, double confidence = 0.95);

/// Newcombe's interval of `second` minus `first`, made from Wilson's intervals (method 10 of Newcombe 1998). From -1 to
/// 1 if either has no records.
interval difference_interval(const share& first, const share& second, double confidence = 0.95);

/// The two-sided p-value of equal shares. Fisher's test with mid-p, twice the smaller tail: exact for small counts, and
/// without the conservatism of the plain test, which would hide differences. Pearson's chi-square test without
/// correction if all expected counts are at least 1,000, where the two agree. 1 if either has no records.
double test_equal_shares(const share& first, const share& second);

/// One-sided bounds of a share (Clopper and Pearson, Biometrika 26, 1934): 0 for a count of 0, 1 for one that equals
/// the total. For whole counts the true share is beyond the bound with a probability of at most `error`, whatever it
/// is. For a sum of `total` values from 0 to 1 the bound is an approximation. Throw std::invalid_argument unless 0 <=
/// count <= total and 0 < error < 1.
double lower_bound(double count, double total, double error);
double upper_bound(double count, double total, double error);

/// The q-values of Benjamini and Hochberg, in the order of the p-values. Rejecting where q is at most 0.05 keeps the
/// expected share of false rejections at 5 %, for tests that are independent or positively dependent. Throws
/// std::invalid_argument for a p-value outside 0 to 1.
std::vector<double> q_values(std::span<const double> p_values);

} // namespace verbatim::statistics
