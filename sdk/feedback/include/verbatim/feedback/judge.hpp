#pragma once

#include "verbatim/feedback/model_usage.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace verbatim::feedback {

/// What a judge thinks of an answer; a value also when the judge is away.
struct judgement
{
    std::optional<double> score;       ///< 0..1; none: no judge answered
    std::string           explanation; ///< of an analysis: the judge's, or one constant sentence when there is none
    std::string_view      error_class; ///< error class for the log: "llm_timeout", "invalid_response", …; empty: none
    model_usage           usage = {};  ///< nothing when no judge was asked

    friend bool operator==(const judgement&, const judgement&) = default;
};

/// What stands in place of the explanation when no judge answered.
inline constexpr std::string_view judge_unavailable =
    "Judge unavailable; the quality score could not be computed for this analysis.";

/// Scores an analysis against what it was made from. A failure of any kind, except that the call was cancelled, is a
/// verdict without a score. The arguments are borrowed until the task has ended. [call] [may wait]
sdk::task<judgement> judge_analysis(sdk::call& call, const sdk::prompt_text& source, const sdk::prompt_text& prompt,
                                    const sdk::prompt_text& analysis);

/// The same for a summary. Its verdict has no explanation.
sdk::task<judgement> judge_summary(sdk::call& call, const sdk::prompt_text& source, const sdk::prompt_text& summary);

/// Reads the reply of an analysis judge; none when it has no score of 0..1 or no explanation.
std::optional<judgement> parse_analysis_judgement(std::string_view completion);

/// Reads the reply of a summary judge: three criteria, one score, or a bare number on the first line.
std::optional<judgement> parse_summary_judgement(std::string_view completion);

/// One WARNING "judge_failed" with the error class, when it did.
void log_failure(sdk::call& call, const judgement& judgement);

} // namespace verbatim::feedback
