#include "path_evaluation.hpp"

#include "verbatim/feedback/explanation.hpp"
#include "verbatim/feedback/item_batches.hpp"
#include "verbatim/feedback/judge.hpp"
#include "verbatim/feedback/markup.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

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

sdk::task<> judge_in_turn(std::span<path_evaluation> evaluations, std::size_t limit, const judge_level& judge)
{
    const std::function<sdk::task<>(std::size_t)> judge_path = [&](std::size_t n) -> sdk::task<> {
        auto& evaluation = evaluations[n];
        while (!evaluation.finished()) evaluation.take(co_await judge(evaluation.path(), evaluation.next_level()));
    };
    co_await sdk::for_each_bounded(evaluations.size(), limit, judge_path);
}

sdk::task<> judge_at_once(std::span<path_evaluation> evaluations, std::size_t limit, const judge_level& judge)
{
    struct judged_level
    {
        path_evaluation*                        evaluation;
        std::size_t                             level;
        std::optional<sdk::result<level_score>> result = {};
    };
    std::vector<judged_level> levels;
    for (auto& evaluation : evaluations)
        for (std::size_t level = 1; level <= evaluation.path().path.size(); ++level)
            levels.push_back({&evaluation, level});

    const std::function<sdk::task<>(std::size_t)> judge_one = [&](std::size_t n) -> sdk::task<> {
        levels[n].result = co_await judge(levels[n].evaluation->path(), levels[n].level);
    };
    co_await sdk::for_each_bounded(levels.size(), limit, judge_one);

    for (auto& entry : levels)
        if (!entry.evaluation->finished()) entry.evaluation->take(std::move(*entry.result));
}

sdk::task<feedback::response_text> displayed_explanation(sdk::call& call, const feedback::redaction& names,
                                                         const std::string& explanation)
{
    constexpr std::size_t growth  = 512; // by restored originals
    const auto            display = [&] { return feedback::displayed_explanation(explanation, names).on_one_line(); };
    co_return co_await feedback::compute_if_large(call, growth * explanation.size(), display);
}

sdk::error judge_failure(sdk::call& call, const std::optional<sdk::error>& failure)
{
    // Unreadable output is not a common cause of the provider.
    const auto          error = failure.value_or(feedback::unreadable_answer());
    feedback::judgement verdict;
    verdict.error_class = failure ? sdk::to_string(error.code()) : "invalid_response";
    feedback::log_failure(call, verdict);
    return error;
}

} // namespace verbatim::assign_codes
