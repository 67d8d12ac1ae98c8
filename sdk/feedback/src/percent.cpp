#include "verbatim/feedback/percent.hpp"

#include <cmath>

namespace verbatim::feedback {

// The rounding mode that every process starts with, and that nothing here changes, is to nearest, ties to even.
int whole_percent(double score) noexcept { return static_cast<int>(std::nearbyint(score * 100)); }

} // namespace verbatim::feedback
