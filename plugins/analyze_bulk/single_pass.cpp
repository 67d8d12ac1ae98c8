#include "single_pass.hpp"

#include "prompts.hpp"

#include "verbatim/feedback/ask.hpp"
#include "verbatim/feedback/envelope.hpp"
#include "verbatim/feedback/judge.hpp"

namespace verbatim::analyze_bulk {

sdk::task<findings> single_pass(sdk::call& call, const subject& asked)
{
    const auto beside  = co_await placeholder_likes(call, asked);
    const auto last    = asked.records.size();
    const auto records = [&](const feedback::redaction& names) {
        return feedback::record_blocks(asked.records, names, asked.shown_metadata);
    };

    feedback::question question;
    question.system    = prompts::analysis(asked.language);
    question.anonymize = asked.anonymize;
    question.texts     = texts_of(asked);
    question.user      = [&](const feedback::redaction& names) {
        return analysis_message(names.text(last), records(names));
    };
    question.beside.assign(beside.begin(), beside.end());
    const auto answer = co_await feedback::ask(call, question);

    const auto source  = records(answer.names);
    const auto prompt  = answer.names.text(last);
    const auto said    = answer.names.said(answer.text);
    const auto verdict = co_await feedback::judge_analysis(call, source, prompt, said);
    feedback::log_failure(call, verdict);

    co_return findings{.analysis                = answer.names.restore(answer.text, {"PERSON"}),
                       .quality_score           = verdict.score,
                       .uncertainty_explanation = verdict.explanation,
                       .confidence              = {}};
}

} // namespace verbatim::analyze_bulk
