#include "verbatim/feedback/percent.hpp"

#include <charconv>
#include <cmath>
#include <iterator>

namespace verbatim::feedback {

// nearbyint uses the default rounding mode, to nearest with ties to even; nothing in the project changes it.
int whole_percent(double score) noexcept { return static_cast<int>(std::nearbyint(score * 100)); }

std::string two_decimals(double score)
{
    char       text[16];
    const auto end = std::to_chars(std::begin(text), std::end(text), score, std::chars_format::fixed, 2).ptr;
    return {text, end};
}

} // namespace verbatim::feedback
