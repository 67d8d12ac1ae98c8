#pragma once

/// One-sided bounds of a share (Clopper and Pearson, Biometrika 26, 1934). For whole counts the true share is beyond
/// the bound with a probability of at most `error`, whatever it is. For a sum of `total` values from 0 to 1 the bound
/// is an approximation. Functions throw std::invalid_argument unless 0 <= count <= total and 0 < error < 1.
/// [any thread]
namespace verbatim::statistics {

/// 0 for a count of 0.
double lower_bound(double count, double total, double error);

/// 1 for a count that equals the total.
double upper_bound(double count, double total, double error);

} // namespace verbatim::statistics
