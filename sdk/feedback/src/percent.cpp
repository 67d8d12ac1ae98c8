#include "verbatim/feedback/percent.hpp"

#include <charconv>
#include <cmath>
#include <iterator>

namespace verbatim::feedback {

// The rounding mode that every process starts with, and that nothing here changes, is to nearest, ties to even.
int whole_percent(double score) noexcept { return static_cast<int>(std::nearbyint(score * 100)); }

std::string two_decimals(double score)
{
    char       text[16];
    const auto end = std::to_chars(std::begin(text), std::end(text), score, std::chars_format::fixed, 2).ptr;
    return {text, end};
}

} // namespace verbatim::feedback
