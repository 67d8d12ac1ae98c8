#include "analysis_modes.hpp"

#include "claims.hpp"
#include "prompts.hpp"

#include "verbatim/feedback/judge.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/refused_items.hpp"
#include "verbatim/hierarchy/map.hpp"
#include "verbatim/sdk/text.hpp"
#include "verbatim/sdk/token_estimate.hpp"

#include <utility>
#include <vector>

namespace verbatim::analyze_bulk {

namespace {

using positions = std::span<const std::size_t>;

std::string analyze_offline(const analysis_input& input, const feedback::redaction& redaction, positions records,
                            const trend_counts* codes = nullptr)
{
    return offline::analyze(input, redaction, {records.begin(), records.end()}, codes);
}

hierarchy::map_prompts map_prompts(const analysis_input& input, const feedback::redaction& redaction)
{
    return {.system = prompts::map(input.language),
            .user =
                [&input, &redaction](positions records) {
                    const auto blocks = record_blocks(input, redaction, records);
                    return ask_about(redaction.text(input.records.size()),
                                     feedback::tagged("feedback_records", blocks));
                },
            .task    = feedback::writing_task(),
            .offline = [&input, &redaction](positions records) { return analyze_offline(input, redaction, records); }};
}

/// The counts and their tested changes; the changes alone if the counts do not fit.
std::optional<sdk::prompt_text> statistics(const coding_trends& trends, const feedback::redaction& redaction,
                                           std::size_t max_characters)
{
    auto changes = changes_block(trends, redaction);
    if (const auto grid = trend_grid(trends, redaction, max_characters))
    {
        auto both = feedback::tagged("coding_trends", *grid);
        if (changes.text().empty()) return both;
        both += "\n\n";
        both += changes;
        if (sdk::estimation_length(both.text()) <= max_characters) return both;
    }
    const auto size = sdk::estimation_length(changes.text());
    return size == 0 || size > max_characters ? std::nullopt : std::optional{std::move(changes)};
}

hierarchy::reduce_prompts reduce_prompts(const analysis_input& input, const feedback::redaction& redaction,
                                         const trend_counts& codes)
{
    hierarchy::reduce_prompts reduce{
        .system = prompts::reduce(input.language),
        .user =
            [&input, &redaction](const sdk::prompt_text& partials) {
                return ask_about(redaction.text(input.records.size()), feedback::tagged("partial_analyses", partials));
            },
        .statistics = {},
        .offline =
            [&input, &redaction, &codes](positions records, bool with_statistics) {
                return analyze_offline(input, redaction, records, with_statistics ? &codes : nullptr);
            }};
    if (codes.trends)
        reduce.statistics = [&redaction, &codes](std::size_t max_characters) {
            return statistics(*codes.trends, redaction, max_characters);
        };
    return reduce;
}

} // namespace

sdk::task<analysis_result> hierarchical(sdk::call& call, const analysis_input& input, const trend_counts& codes,
                                        const hierarchy::settings& settings, std::string_view date_field)
{
    if (!call.embedder()) throw sdk::error{sdk::errc::analysis_unavailable, "no embedder"};
    const auto              concurrency = settings.concurrency.limit;
    hierarchy::progress_log progress{call, input.records.size(), concurrency};

    progress.begin(hierarchy::phase::anonymise);
    const auto redaction = co_await anonymize(call, input, labels_of(codes));
    const auto question  = redaction.text(input.records.size());

    hierarchy::analysis_run run{.call = call, .input = input, .redaction = redaction, .concurrency = concurrency};
    const hierarchy::judge_function judge = [&](const sdk::prompt_text& source, const sdk::prompt_text& text,
                                                sdk::time_limits time) -> sdk::task<feedback::judgement> {
        co_return co_await feedback::judge_analysis(call, source, question, text, time);
    };
    const hierarchy::prompts prompts{
        .map = map_prompts(input, redaction), .reduce = reduce_prompts(input, redaction, codes), .judge = judge};
    const auto outcome = co_await run_phases(run, prompts, settings, date_field, progress);

    auto refused     = hierarchy::refused_records(outcome.parts);
    auto explanation = outcome.explanation(redaction, input.sentences);
    explanation += co_await check_claims(call, input, redaction, outcome.combined.text);
    explanation += sentence_about_refused(refused.size(), input);
    auto text = co_await restored(call, input, redaction, outcome.combined.text);
    co_return analysis_result{.analysis      = std::move(text),
                              .quality_score = outcome.verdict.whole.score,
                              .uncertainty_explanation =
                                  with_truncation(std::move(explanation), outcome.combined.truncated, input),
                              .confidence = hierarchy::confidence(outcome.verdict.chunks),
                              .refused    = std::move(refused)};
}

} // namespace verbatim::analyze_bulk
