#include "single_pass.hpp"

#include "claims.hpp"
#include "offline.hpp"
#include "prompts.hpp"

#include "verbatim/feedback/complete.hpp"
#include "verbatim/feedback/judge.hpp"
#include "verbatim/feedback/markup.hpp"

#include <numeric>
#include <utility>
#include <vector>

namespace verbatim::analyze_bulk {

sdk::task<analysis_result> single_pass(sdk::call& call, const analysis_input& input, const trend_counts& codes)
{
    const auto prompt_index = input.records.size();
    const auto records      = [&](const feedback::redaction& redaction) {
        return feedback::record_blocks(input.records, redaction, input.shown_metadata);
    };

    feedback::prompt prompt;
    prompt.system    = prompts::analysis(input.language);
    prompt.anonymize = input.anonymize;
    prompt.redacted  = texts_of(input);
    prompt.user      = [&](const feedback::redaction& redaction) {
        auto       message = analysis_message(redaction.text(prompt_index), records(redaction));
        const auto changes = codes.trends ? changes_block(*codes.trends, redaction) : sdk::prompt_text{};
        if (changes.text().empty()) return message;
        message += "\n\n";
        message += changes;
        return message;
    };
    prompt.advice_if_too_large = hierarchy::advice_if_too_large;
    prompt.fields = {.records = input.records, .metadata = input.shown_metadata, .labels = labels_of(codes)};
    std::vector<std::size_t> positions(input.records.size());
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    prompt.offline = [&](const feedback::redaction& redaction) {
        return offline::analyze(input, redaction, positions, &codes);
    };
    call.progress("complete", 0, 1);
    const auto completion = co_await feedback::complete(call, prompt);

    const auto source         = records(completion.names);
    const auto analyst_prompt = completion.names.text(prompt_index);
    const auto analysis       = co_await feedback::completion_text(call, completion.names, completion.text);
    call.progress("judge", 0, 1);
    auto       judging = call.phase("judge");
    const auto verdict = co_await feedback::judge_analysis(call, source, analyst_prompt, analysis);
    judging.reset();
    feedback::log_failure(call, verdict);

    auto explanation = explanation_of(verdict, input, completion.names);
    explanation += co_await check_claims(call, input, completion.names, completion.text);
    auto text = co_await restored(call, input, completion.names, completion.text);
    co_return analysis_result{.analysis      = std::move(text),
                              .quality_score = verdict.score,
                              .uncertainty_explanation =
                                  with_truncation(std::move(explanation), completion.truncated, input),
                              .confidence = {}};
}

} // namespace verbatim::analyze_bulk
