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

/// The verdict of a judge. Without a score if the judge failed.
struct judgement
{
    std::optional<double> score;       ///< 0..1; none: the judge failed
    std::string           explanation; ///< of an analysis; `judge_unavailable` without a score
    std::string_view      error_class; ///< for the log: "llm_timeout", "invalid_response", ...; empty: no error
    model_usage           usage = {};  ///< zeros if no call was made

    friend bool operator==(const judgement&, const judgement&) = default;
};

/// Replaces the explanation if the judge failed.
inline constexpr std::string_view judge_unavailable =
    "Judge unavailable; the quality score could not be computed for this analysis.";

/// Input of the built-in judge, which compares words and does not read the messages.
struct offline_comparison
{
    std::string_view text; ///< analysis or summary, with placeholders
    std::function<text_analysis::corpus(text_analysis::tokenizer& tokenizer)> source;
    std::vector<std::string_view> ids = {}; ///< ids that an analysis may cite

    /// Whether a record holds a word of the question; an analysis scores 0 otherwise. None: there is no question.
    std::function<bool()> question_occurs = {};

    std::function<std::string()> expected = {}; ///< see sdk::chat_request::expected
};

/// The output of the built-in judge of an analysis. Takes long. [any thread]
std::string offline_analysis_score(const offline_comparison& comparison);

/// Scores an analysis against its source. Any error gives a judgement without a score; cancellation still throws. The
/// arguments are borrowed until the task has ended. Without `offline` the built-in model fills in the output schema.
/// [call] [may wait]
sdk::task<judgement> judge_analysis(sdk::call& call, const sdk::prompt_text& source, const sdk::prompt_text& prompt,
                                    const sdk::prompt_text& analysis, const offline_comparison* offline = nullptr,
                                    sdk::time_limits time = {});

/// The same for a summary. The judgement has no explanation.
sdk::task<judgement> judge_summary(sdk::call& call, const sdk::prompt_text& source, const sdk::prompt_text& summary,
                                   const offline_comparison* offline = nullptr, sdk::time_limits time = {});

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
                                              const offline_comparison* offline, sdk::time_limits time);

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
