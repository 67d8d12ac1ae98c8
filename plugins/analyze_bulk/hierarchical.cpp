#include "hierarchical.hpp"

#include "offline.hpp"
#include "prompts.hpp"

#include "verbatim/feedback/judge.hpp"
#include "verbatim/feedback/markup.hpp"

#include <utility>
#include <vector>

namespace verbatim::analyze_bulk {

namespace {

using positions = std::span<const std::size_t>;

std::string analyze_offline(const analysis_input& input, const feedback::redaction& redaction, positions records,
                            const coding_trends* trends = nullptr)
{
    return offline::analyze(input, redaction, {records.begin(), records.end()}, trends);
}

hierarchy::map_prompts map_prompts(const analysis_input& input, const feedback::redaction& redaction)
{
    return {.system = prompts::map(input.language),
            .user =
                [&input, &redaction](positions records) {
                    return analysis_message(redaction.text(input.records.size()),
                                            record_blocks(input, redaction, records));
                },
            .offline = [&input, &redaction](positions records) { return analyze_offline(input, redaction, records); }};
}

hierarchy::reduce_prompts reduce_prompts(const analysis_input& input, const feedback::redaction& redaction,
                                         const std::optional<coding_trends>& trends)
{
    hierarchy::reduce_prompts reduce{
        .system = prompts::reduce(input.language),
        .user =
            [&input, &redaction](const sdk::prompt_text& partials) {
                auto message = feedback::tagged("analyst_instruction", redaction.text(input.records.size()));
                message += "\n\n";
                message += feedback::tagged("partial_analyses", partials);
                return message;
            },
        .figures = {},
        .offline =
            [&input, &redaction, &trends](positions records, bool with_figures) {
                return analyze_offline(input, redaction, records, with_figures && trends ? &*trends : nullptr);
            }};
    if (trends)
        reduce.figures = [&redaction, &trends](std::size_t max_characters) -> std::optional<sdk::prompt_text> {
            const auto grid = trend_grid(*trends, redaction, max_characters);
            if (!grid) return std::nullopt;
            return feedback::tagged("coding_trends", *grid);
        };
    return reduce;
}

} // namespace

sdk::task<analysis_result> hierarchical(sdk::call& call, const analysis_input& input,
                                        const std::optional<coding_trends>& trends, const hierarchy::settings& settings,
                                        std::string_view date_field)
{
    if (!call.embedder()) throw sdk::error{sdk::errc::analysis_unavailable, "no embedder"};
    const auto              concurrency = settings.concurrency.limit;
    hierarchy::progress_log progress{call, input.records.size(), concurrency};

    progress.begin(hierarchy::phase::anonymise);
    auto       labels    = trends ? codes_of(*trends) : std::vector<std::string_view>{};
    const auto redaction = co_await anonymize(call, input, std::move(labels));
    const auto question  = redaction.text(input.records.size());

    hierarchy::analysis_run  run{.call = call, .input = input, .redaction = redaction, .concurrency = concurrency};
    const hierarchy::prompts prompts{.map    = map_prompts(input, redaction),
                                     .reduce = reduce_prompts(input, redaction, trends),
                                     .judge  = [&](const sdk::prompt_text& source, const sdk::prompt_text& text,
                                                  const feedback::offline_comparison& offline, sdk::time_limits time) {
                                         return feedback::judge_analysis(call, source, question, text, &offline, time);
                                     }};
    const auto               outcome = co_await run_phases(run, prompts, settings, date_field, progress);

    auto text = co_await restored(call, input, redaction, outcome.combined.text);
    co_return analysis_result{.analysis      = std::move(text),
                              .quality_score = outcome.verdict.whole.score,
                              .uncertainty_explanation =
                                  with_truncation(outcome.explanation(redaction), outcome.combined.truncated),
                              .confidence = hierarchy::confidence(outcome.verdict.chunks)};
}

} // namespace verbatim::analyze_bulk
