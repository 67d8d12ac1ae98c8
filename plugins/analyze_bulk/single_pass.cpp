#include "analysis_modes.hpp"

#include "claims.hpp"
#include "prompts.hpp"

#include "verbatim/feedback/complete.hpp"
#include "verbatim/feedback/judge.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/refused_items.hpp"

#include <numeric>
#include <utility>
#include <vector>

namespace verbatim::analyze_bulk {

namespace {

sdk::prompt_text shown_records(const analysis_input& input, const feedback::redaction& redaction)
{
    return feedback::record_blocks(input.records, redaction, input.shown_metadata);
}

std::vector<std::size_t> all_positions(const analysis_input& input)
{
    std::vector<std::size_t> positions(input.records.size());
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    return positions;
}

/// The call that answers the question.
sdk::task<sdk::result<feedback::completion>> write_analysis(sdk::call& call, const analysis_input& input,
                                                            const trend_counts& codes)
{
    const auto       prompt_index = input.records.size();
    feedback::prompt prompt;
    prompt.system    = prompts::analysis(input.language);
    prompt.anonymize = input.anonymize;
    prompt.redacted  = texts_of(input);
    prompt.user      = [&](const feedback::redaction& redaction) {
        auto       material = feedback::tagged("feedback_records", shown_records(input, redaction));
        const auto changes  = codes.trends ? changes_block(*codes.trends, redaction) : sdk::prompt_text{};
        if (!changes.text().empty())
        {
            material += "\n\n";
            material += changes;
        }
        return ask_about(redaction.text(prompt_index), material);
    };
    prompt.advice_if_too_large = hierarchy::advice_if_too_large;
    prompt.fields  = {.records = input.records, .metadata = input.shown_metadata, .labels = labels_of(codes)};
    prompt.offline = [&](const feedback::redaction& redaction) {
        return offline::analyze(input, redaction, all_positions(input), &codes);
    };
    co_return co_await feedback::try_complete(call, prompt);
}

} // namespace

sdk::task<analysis_result> single_pass(sdk::call& call, const analysis_input& whole_input, const trend_counts& codes)
{
    call.progress("complete", 0, 1);
    const feedback::call_about_records<feedback::completion> write =
        [&](feedback::record_span records) -> sdk::task<sdk::result<feedback::completion>> {
        auto part    = whole_input;
        part.records = records;
        co_return co_await write_analysis(call, part, codes);
    };
    auto written     = co_await feedback::call_without_refused(whole_input.records, write);
    auto input       = whole_input;
    input.records    = written.records;
    auto& completion = written.completed;

    const auto prompt_index   = input.records.size();
    const auto positions      = all_positions(input);
    const auto source         = shown_records(input, completion.names);
    const auto analyst_prompt = completion.names.text(prompt_index);
    const auto analysis       = co_await feedback::completion_text(call, completion.names, completion.text);
    call.progress("judge", 0, 1);
    auto       judging = call.phase("judge");
    const auto verdict = co_await feedback::judge_analysis(call, source, analyst_prompt, analysis);
    judging.reset();
    feedback::log_failure(call, verdict);

    auto explanation = explanation_of(verdict, input, completion.names);
    explanation += co_await check_claims(call, input, completion.names, completion.text);
    explanation += sentence_about_refused(written.refused.size(), whole_input);
    auto text = co_await restored(call, input, completion.names, completion.text);
    co_return analysis_result{.analysis      = std::move(text),
                              .quality_score = verdict.score,
                              .uncertainty_explanation =
                                  with_truncation(std::move(explanation), completion.truncated, input),
                              .confidence = {},
                              .refused    = std::move(written.refused)};
}

} // namespace verbatim::analyze_bulk
