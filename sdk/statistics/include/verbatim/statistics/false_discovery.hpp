#pragma once

#include <span>
#include <vector>

namespace verbatim::statistics {

/// The q-values of Benjamini and Hochberg, in the order of the p-values. Rejecting where q is at most 0.05 keeps the
/// expected share of false rejections at 5 %, for tests that are independent or positively dependent. Throws
/// std::invalid_argument for a p-value outside 0 to 1. [any thread]
std::vector<double> q_values(std::span<const double> p_values);

} // namespace verbatim::statistics
