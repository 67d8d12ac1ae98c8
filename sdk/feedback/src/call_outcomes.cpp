#include "verbatim/feedback/call_outcomes.hpp"

#include "verbatim/feedback/refused_items.hpp"

namespace verbatim::feedback {

void call_outcomes::add(const std::optional<sdk::error>& failure)
{
    const bool unreadable = failure && failure->cause == sdk::failure_cause::unreadable;
    const bool refused    = failure && is_refusal(*failure);
    unreadable_ += unreadable ? 1 : 0;
    refused_ += refused ? 1 : 0;
    has_others_ = has_others_ || !(unreadable || refused);
    if (failure) last_ = failure;
}

std::optional<sdk::error> call_outcomes::common_failure() const
{
    constexpr std::size_t max_unreadable = 3;  // each was asked for twice
    constexpr std::size_t max_refused    = 24; // three batches of 100, each divided eight times down to one record
    if (has_others_ || (unreadable_ < max_unreadable && refused_ < max_refused)) return std::nullopt;
    return last_;
}

} // namespace verbatim::feedback
