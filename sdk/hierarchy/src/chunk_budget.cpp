#include "verbatim/hierarchy/chunk_budget.hpp"

#include <algorithm>
#include <limits>

namespace verbatim::hierarchy {

namespace {

constexpr auto unlimited = std::numeric_limits<std::size_t>::max();

} // namespace

chunk_budget::chunk_budget(std::size_t target_tokens, const sdk::token_limits& model) noexcept
    : tokens_{std::max<std::size_t>(std::min(target_tokens, model.max_total_tokens), 1)}
    , per_token_{std::max<std::size_t>(model.chars_per_token, 1)}
    , characters_{tokens_ > unlimited / per_token_ ? unlimited : tokens_ * per_token_}
{}

std::size_t chunk_budget::theme_count(std::size_t characters) const noexcept
{
    return std::max<std::size_t>(characters / characters_ + (characters % characters_ != 0), 1);
}

} // namespace verbatim::hierarchy
