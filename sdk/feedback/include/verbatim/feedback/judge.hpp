#pragma once

#include "verbatim/feedback/language.hpp"
#include "verbatim/feedback/model_usage.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace verbatim::feedback {

/// The verdict of a judge: the opinion of a model, which nobody has calibrated.
struct judgement
{
    std::optional<double> score;       ///< 0..1; none: the judge failed, or the built-in model was asked
    std::string           explanation; ///< of an analysis, by the judge; empty without a score
    std::string_view      error_class; ///< for the log: "llm_timeout", "invalid_response", ...; empty: no error
    model_usage           usage = {};  ///< zeros if no call was made

    bool by_built_in = false; ///< the judge is the built-in model, which counts words and does not judge

    friend bool operator==(const judgement&, const judgement&) = default;
};

/// The sentence that replaces the explanation of a judgement without a score.
std::string_view explanation_without_score(const judgement& judgement, label_language language) noexcept;

/// Scores an analysis against its source. Any error gives a judgement without a score; cancellation still throws. The
/// arguments are borrowed until the task has ended. [call] [may wait]
sdk::task<judgement> judge_analysis(sdk::call& call, const sdk::prompt_text& source, const sdk::prompt_text& prompt,
                                    const sdk::prompt_text& analysis, sdk::time_limits time = {});

/// The same for a summary. The judgement has no explanation.
sdk::task<judgement> judge_summary(sdk::call& call, const sdk::prompt_text& source, const sdk::prompt_text& summary,
                                   sdk::time_limits time = {});

/// A call that writes about records and the judge of its text can begin with the same characters. A provider with a
/// prompt cache reads them once: docs/reference/prompts.md#shared-prefix. Both have the same system message, with these
/// rules, and no output schema, which some providers put before it.
sdk::prompt_text shared_task_rules();

/// The end of the user message of the call that writes.
sdk::prompt_text writing_task();

/// Scores `text`, which was written from the system message `system` and the user message `user` + writing_task(). The
/// judgement has no explanation. Otherwise like judge_analysis.
sdk::task<judgement> judge_with_shared_prefix(sdk::call& call, const sdk::system_message& system,
                                              const sdk::prompt_text& user, const sdk::prompt_text& text,
                                              sdk::time_limits time);

/// Parses the output of an analysis judge. None without a score of 0..1 or without an explanation.
std::optional<judgement> parse_analysis_judgement(std::string_view completion);

/// Parses the output of a judge that shares its prefix. None without a score of 0..1.
std::optional<judgement> parse_score(std::string_view completion);

/// Parses the output of a summary judge: three criteria, a score, or a bare number on the first line. None without a
/// score of 0..1.
std::optional<judgement> parse_summary_judgement(std::string_view completion);

/// Logs a WARNING `judge_failed` with the error class, if there is one.
void log_failure(sdk::call& call, const judgement& judgement);

} // namespace verbatim::feedback
