#include "verbatim/feedback/tokens.hpp"

#include "verbatim/sdk/text.hpp"
#include "verbatim/sdk/token_estimate.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace verbatim::feedback {

std::size_t characters_of(const sdk::prompt_text& text) noexcept { return sdk::estimation_length(text.text()); }

std::size_t estimated_tokens(std::size_t characters, const sdk::token_limits& limits) noexcept
{
    return characters / std::max<std::size_t>(limits.chars_per_token, 1);
}

std::size_t max_characters(const sdk::token_limits& limits) noexcept
{
    const auto characters = std::max<std::size_t>(limits.chars_per_token, 1);
    const auto max_size   = std::numeric_limits<std::size_t>::max();
    return limits.max_total_tokens >= max_size / characters ? max_size
                                                            : limits.max_total_tokens * characters + characters - 1;
}

std::optional<sdk::error> over_budget(std::size_t characters, const sdk::token_limits& limits, unsigned percent)
{
    const auto estimate   = estimated_tokens(characters, limits);
    const auto max_tokens = limits.max_total_tokens / 100 * percent + limits.max_total_tokens % 100 * percent / 100;
    if (estimate <= max_tokens || !limits.is_enforced) return std::nullopt;
    sdk::error too_large{sdk::errc::payload_too_large};
    too_large.message =
        "Estimated tokens (" + std::to_string(estimate) + ") exceed limit (" + std::to_string(max_tokens) + ")";
    return too_large;
}

void check_budget(std::size_t characters, const sdk::token_limits& limits, std::optional<sdk::literal> advice)
{
    auto too_large = over_budget(characters, limits);
    if (!too_large) return;
    if (advice) too_large->message.append(": ").append(advice->view());
    throw std::move(*too_large);
}

} // namespace verbatim::feedback
