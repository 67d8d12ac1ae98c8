#pragma once

#include "verbatim/feedback/spending.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace verbatim::feedback {

/// What a judge thinks of an answer; a value also when the judge is away.
struct verdict
{
    std::optional<double> score;       ///< 0..1; none: no judge answered
    std::string           explanation; ///< of an analysis: the judge's, or one constant sentence when there is none
    std::string_view      failure;     ///< error class for the log: "llm_timeout", "invalid_response", …; empty: none
    spending              paid = {};   ///< nothing when no judge was asked

    friend bool operator==(const verdict&, const verdict&) = default;
};

/// What stands in place of the explanation when no judge answered.
inline constexpr std::string_view judge_unavailable =
    "Judge unavailable; the quality score could not be computed for this analysis.";

/// Scores an analysis against what it was made from. A failure of any kind, except that the call was cancelled, is a
/// verdict without a score. The arguments are borrowed until the task has ended. [call] [may wait]
sdk::task<verdict> judge_analysis(sdk::call& call, const sdk::outbound& source, const sdk::outbound& prompt,
                                  const sdk::outbound& analysis);

/// The same for a summary. Its verdict has no explanation.
sdk::task<verdict> judge_summary(sdk::call& call, const sdk::outbound& source, const sdk::outbound& summary);

/// Reads the reply of an analysis judge; none when it has no score of 0..1 or no explanation.
std::optional<verdict> read_analysis_verdict(std::string_view reply);

/// Reads the reply of a summary judge: three criteria, one score, or a bare number on the first line.
std::optional<verdict> read_summary_verdict(std::string_view reply);

/// One WARNING "judge failed" with the error class, when it did.
void log_failure(sdk::call& call, const verdict& given);

} // namespace verbatim::feedback
