#include "walk.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace verbatim::assign_codes {

walk::walk(const option& along, std::optional<double> threshold)
    : so_far_{.picked = &along, .levels = {}}
    , threshold_{threshold}
{}

bool walk::ended() const noexcept { return loss_ || rejected_ || so_far_.levels.size() == so_far_.picked->path.size(); }

void walk::learn(level_score of_next_level)
{
    rejected_ = threshold_ && of_next_level.score < *threshold_;
    so_far_.levels.push_back(std::move(of_next_level));
}

void walk::lose(sdk::error why) { loss_ = std::move(why); }

namespace {

/// Causes that a caller can do something about: wait, or tell the operator. That each judge refused its own piece says
/// nothing about the record, which the call before them took.
constexpr sdk::errc told[]{sdk::errc::llm_rate_limited, sdk::errc::llm_error, sdk::errc::llm_timeout,
                           sdk::errc::analysis_timeout};

/// One error for all: of equal ones the one that asks for the longest wait.
sdk::error common_cause(std::span<const walk> lost)
{
    const auto* cause = lost.front().loss();
    if (std::ranges::find(told, cause->code()) == std::end(told)) return sdk::error{sdk::errc::analysis_unavailable};
    for (const auto& one : lost)
    {
        if (one.loss()->code() != cause->code()) return sdk::error{sdk::errc::analysis_unavailable};
        if (one.loss()->retry_after > cause->retry_after) cause = one.loss();
    }
    return *cause;
}

} // namespace

outcome::outcome(std::span<const walk> ended)
{
    for (const auto& one : ended)
    {
        if (one.accepted()) accepted.push_back(one.so_far());
        if (one.rejected()) rejected.push_back(one.so_far());
    }
    if (!ended.empty() && std::ranges::all_of(ended, &walk::loss)) throw common_cause(ended);
}

} // namespace verbatim::assign_codes
