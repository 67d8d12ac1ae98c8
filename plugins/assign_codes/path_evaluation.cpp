#include "path_evaluation.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace verbatim::assign_codes {

path_evaluation::path_evaluation(const option& option, std::optional<double> threshold)
    : candidate_{.picked = &option, .levels = {}}
    , threshold_{threshold}
{}

bool path_evaluation::finished() const noexcept
{
    return failure_ || rejected_ || candidate_.levels.size() == candidate_.picked->path.size();
}

void path_evaluation::add_score(level_score score)
{
    rejected_ = threshold_ && score.score < *threshold_;
    candidate_.levels.push_back(std::move(score));
}

void path_evaluation::fail(sdk::error error) { failure_ = std::move(error); }

namespace {

/// Causes that a caller can act on. A content policy error of the judges is not among them: the model accepted the same
/// record when it picked.
constexpr sdk::errc actionable[]{sdk::errc::llm_rate_limited, sdk::errc::llm_error, sdk::errc::llm_timeout,
                                 sdk::errc::analysis_timeout};

/// The common error; the longest retry_after of equal ones.
sdk::error common_cause(std::span<const path_evaluation> failed)
{
    const auto* cause = failed.front().failure();
    if (std::ranges::find(actionable, cause->code()) == std::end(actionable))
        return sdk::error{sdk::errc::analysis_unavailable};
    for (const auto& evaluation : failed)
    {
        if (evaluation.failure()->code() != cause->code()) return sdk::error{sdk::errc::analysis_unavailable};
        if (evaluation.failure()->retry_after > cause->retry_after) cause = evaluation.failure();
    }
    return *cause;
}

} // namespace

path_outcomes::path_outcomes(std::span<const path_evaluation> evaluations)
{
    for (const auto& evaluation : evaluations)
    {
        if (evaluation.accepted()) accepted.push_back(evaluation.candidate());
        if (evaluation.rejected()) rejected.push_back(evaluation.candidate());
    }
    if (!evaluations.empty() && std::ranges::all_of(evaluations, &path_evaluation::failure))
        throw common_cause(evaluations);
}

} // namespace verbatim::assign_codes
