#pragma once

#include "verbatim/feedback/model_usage.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"
#include "verbatim/text_analysis/corpus.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// What the built-in model compares instead of reading the messages.
struct offline_comparison
{
    std::string_view text; ///< analysis or summary, as the model wrote it
    std::function<text_analysis::corpus(text_analysis::tokenizer& tokenizer)> source;
    std::vector<std::string_view>                                             ids = {}; ///< that an analysis may cite
};

/// Scores an analysis against its source. A failure of any kind, except a cancelled call, is a judgement without a
/// score. The arguments are borrowed until the task has ended. Without `offline` the built-in model fills in the output
/// schema. [call] [may wait]
sdk::task<judgement> judge_analysis(sdk::call& call, const sdk::prompt_text& source, const sdk::prompt_text& prompt,
                                    const sdk::prompt_text& analysis, const offline_comparison* offline = nullptr);

/// The same for a summary. Its judgement has no explanation.
sdk::task<judgement> judge_summary(sdk::call& call, const sdk::prompt_text& source, const sdk::prompt_text& summary,
                                   const offline_comparison* offline = nullptr);

/// Reads the reply of an analysis judge; none when it has no score of 0..1 or no explanation.
std::optional<judgement> parse_analysis_judgement(std::string_view completion);

/// Reads the reply of a summary judge: three criteria, one score, or a bare number on the first line.
std::optional<judgement> parse_summary_judgement(std::string_view completion);

/// One WARNING "judge_failed" with the error class, when it did.
void log_failure(sdk::call& call, const judgement& judgement);

} // namespace verbatim::feedback
