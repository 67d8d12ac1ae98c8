#include "verbatim/feedback/tokens.hpp"

#include <algorithm>
#include <string>

namespace verbatim::feedback {

std::size_t estimated_tokens(std::size_t characters, const sdk::token_limits& limits) noexcept
{
    return characters / std::max<std::size_t>(limits.chars_per_token, 1);
}

void check_budget(std::size_t characters, const sdk::token_limits& limits, unsigned percent)
{
    const auto estimate = estimated_tokens(characters, limits);
    const auto most     = limits.max_total_tokens / 100 * percent + limits.max_total_tokens % 100 * percent / 100;
    if (estimate <= most) return;
    sdk::error too_large{sdk::errc::payload_too_large};
    too_large.message =
        "Estimated tokens (" + std::to_string(estimate) + ") exceed limit (" + std::to_string(most) + ")";
    throw too_large;
}

} // namespace verbatim::feedback
