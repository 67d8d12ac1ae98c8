#include "llm/concurrency_limit.hpp"

#include <algorithm>

namespace verbatim::core::llm {

namespace {

/// Of the maximum, for each round of successes: a limit that fell to 1 is back after 32 rounds.
constexpr std::size_t step_share = 32;

} // namespace

concurrency_limit::concurrency_limit(std::size_t maximum)
    : configured_{std::max<std::size_t>(maximum, 1)}
    , bound_{configured_}
    , current_{configured_}
{}

std::size_t concurrency_limit::maximum() const noexcept { return std::min(configured_, bound_); }

void concurrency_limit::bound(std::size_t reported)
{
    const bool was_full = current_ == maximum();
    bound_              = std::max<std::size_t>(reported, 1);
    current_            = was_full ? maximum() : std::min(current_, maximum());
    successes_          = 0;
}

void concurrency_limit::succeed(std::size_t in_flight)
{
    if (in_flight < current_ || ++successes_ < current_) return;
    successes_ = 0;
    current_   = std::min(current_ + std::max<std::size_t>(configured_ / step_share, 1), maximum());
}

// Half of what was in flight, not of the limit: that may be far above what was ever in use.
void concurrency_limit::decrease(std::size_t in_flight, period start)
{
    if (start != period_) return;
    ++period_;
    successes_ = 0;
    current_   = std::max<std::size_t>(std::min(current_, in_flight) / 2, 1);
}

} // namespace verbatim::core::llm
