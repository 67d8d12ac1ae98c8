#pragma once

#include <string>

namespace verbatim::feedback {

/// A score of 0..1 as a whole percentage. The double product is rounded half to even: 0.045 gives 4, 0.055 gives 6.
int whole_percent(double score) noexcept;

/// A score of 0..1 with two decimals, independent of the locale.
std::string two_decimals(double score);

} // namespace verbatim::feedback
