#include "path_evaluation.hpp"

#include "verbatim/feedback/item_batches.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace verbatim::assign_codes {

path_evaluation::path_evaluation(const option& option, std::optional<double> threshold)
    : candidate_{.code = &option, .levels = {}}
    , threshold_{threshold}
{}

bool path_evaluation::finished() const noexcept
{
    return failure_ || rejected_ || candidate_.levels.size() == candidate_.code->path.size();
}

void path_evaluation::add_score(level_score score)
{
    rejected_ = threshold_ && score.score < *threshold_;
    candidate_.levels.push_back(std::move(score));
}

void path_evaluation::fail(sdk::error error) { failure_ = std::move(error); }

void path_evaluation::take(sdk::result<level_score> result)
{
    if (result) add_score(std::move(*result));
    else fail(result.error());
}

namespace {

/// Causes that a caller can act on. A content policy error of the judges is not among them: the model accepted the same
/// record when it picked.
constexpr sdk::errc actionable[]{sdk::errc::llm_rate_limited, sdk::errc::llm_error, sdk::errc::llm_timeout,
                                 sdk::errc::analysis_timeout};

} // namespace

path_outcomes::path_outcomes(std::span<const path_evaluation> evaluations)
{
    std::vector<sdk::error> failures;
    for (const auto& evaluation : evaluations)
    {
        if (evaluation.accepted()) accepted.push_back(evaluation.candidate());
        if (evaluation.rejected()) rejected.push_back(evaluation.candidate());
        if (evaluation.failure()) failures.push_back(*evaluation.failure());
    }
    if (evaluations.empty() || failures.size() != evaluations.size()) return;
    auto cause = feedback::common_cause(failures);
    if (std::ranges::find(actionable, cause.code()) == std::end(actionable))
    {
        sdk::error failure{sdk::errc::analysis_unavailable, cause.note()};
        failure.cause = cause.cause;
        throw failure;
    }
    throw cause;
}

std::vector<assigned_code> report(path_outcomes outcomes, int max_codes, std::optional<double> threshold,
                                  std::size_t not_judged)
{
    if (outcomes.accepted.empty()) return {report_no_code(threshold.value(), std::move(outcomes.rejected), not_judged)};
    return report_codes(std::move(outcomes.accepted), static_cast<std::size_t>(max_codes));
}

} // namespace verbatim::assign_codes
