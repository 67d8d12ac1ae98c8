#include "verbatim/hierarchy/judging.hpp"

#include "text_sample.hpp"
#include "verbatim/hierarchy/progress_log.hpp"

#include "verbatim/feedback/run_until.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace verbatim::hierarchy {

namespace {

using clock = std::chrono::steady_clock;

/// Partial analyses, the source of the combined one.
text_analysis::corpus texts_of(const std::vector<partial_analysis>& parts, const std::vector<std::size_t>& positions,
                               text_analysis::tokenizer& tokenizer)
{
    std::vector<text_analysis::document> documents;
    for (const auto n : positions)
        documents.push_back({.id = {}, .content = tokenizer.tokenize(*parts[n].text), .day = {}, .labels = {}});
    return text_analysis::make_corpus(std::move(documents));
}

/// The ids of all records, as a model gets them.
sdk::task<std::vector<std::string_view>> ids_of(const analysis_run& run)
{
    constexpr std::size_t bytes_per_id = 256; // of texts that take as long as finding an id
    const auto            list         = [&] { return hierarchy::ids_of(run.input, run.redaction); };
    co_return co_await feedback::compute_if_large(run.call, bytes_per_id * run.input.records.size(), list);
}

/// Positions of the parts with a text.
std::vector<std::size_t> answered_parts(const std::vector<partial_analysis>& parts)
{
    std::vector<std::size_t> answered;
    for (std::size_t n = 0; n != parts.size(); ++n)
        if (parts[n].text) answered.push_back(n);
    return answered;
}

/// Those that are judged.
std::vector<std::size_t> chosen_parts(const std::vector<std::size_t>& answered, double sample)
{
    const auto               choice = chosen_for_judging(answered.size(), sample);
    std::vector<std::size_t> chosen;
    for (std::size_t n = 0; n != answered.size(); ++n)
        if (choice[n]) chosen.push_back(answered[n]);
    return chosen;
}

} // namespace

sdk::task<judgement> judge(analysis_run& run, const prompts& prompts, double sample,
                           const std::vector<partial_analysis>& parts, const synthesis& synthesis)
{
    // A judge without a reply at the deadline counts as timed out.
    const auto timed_out = sdk::to_string(sdk::errc::analysis_timeout);
    judgement  result{
         .whole  = {.score = {}, .explanation = std::string{feedback::judge_unavailable}, .error_class = timed_out},
         .chunks = {}};
    const auto                    answered = answered_parts(parts);
    const auto                    chosen   = chosen_parts(answered, sample);
    std::vector<std::string_view> failures(parts.size());
    for (const auto& part : parts)
        result.chunks.push_back({.records = part.records.size(), .score = {}, .is_chosen = !part.text});
    for (const auto n : chosen)
    {
        result.chunks[n].is_chosen = true;
        failures[n]                = timed_out;
    }

    const auto             since = clock::now();
    const sdk::time_limits whole_time{
        .deadline = run.last_call_end(), .min_attempt = all_time_left, .wait_for_connection = true};
    const sdk::time_limits chunk_time{
        .deadline = run.last_call_end(), .min_attempt = run.expected_call, .wait_for_connection = true};
    const auto judge_whole = [&]() -> sdk::task<> {
        const auto analysis        = co_await feedback::completion_text(run.call, run.redaction, synthesis.text);
        const auto comparison_with = [&](const std::vector<std::size_t>& positions, std::vector<std::string_view> ids) {
            return feedback::offline_comparison{
                .text   = synthesis.text,
                .source = [&](text_analysis::tokenizer& tokenizer) { return texts_of(parts, positions, tokenizer); },
                .ids    = std::move(ids),
                .question_occurs = prompts.question_occurs};
        };
        auto       ids                = co_await ids_of(run);
        auto       comparison         = comparison_with(answered, std::move(ids));
        const auto sampled_parts      = sampled(answered);
        const auto sampled_comparison = comparison_with(sampled_parts, sampled(comparison.ids));
        if (sampled_parts.size() != answered.size())
            comparison.expected = [&] { return feedback::offline_analysis_score(sampled_comparison); };
        result.whole = co_await prompts.judge(synthesis.source, analysis, comparison, whole_time);
        run.usage += result.whole.usage;
    };
    const auto comparison_of = [&](std::size_t n) {
        std::vector<std::string_view> ids;
        for (const auto at : parts[n].records) ids.push_back(run.redaction.unescaped_field(run.input.records[at]->id));
        return feedback::offline_comparison{.text = *parts[n].text,
                                            .source =
                                                [&run, &part = parts[n]](text_analysis::tokenizer& tokenizer) {
                                                    return corpus_of(run.input, run.redaction, part.records, tokenizer);
                                                },
                                            .ids             = std::move(ids),
                                            .question_occurs = prompts.question_occurs};
    };
    text_sample expected_scores{chosen.size()};
    const auto  expected_score = [&](std::size_t position) {
        return expected_scores.at(
             position, [&](std::size_t n) { return feedback::offline_analysis_score(comparison_of(chosen[n])); });
    };
    const auto judge_chunk = [&](std::size_t position) -> sdk::task<> {
        const auto n          = chosen[position];
        const auto queued     = seconds_since(since);
        const auto began      = clock::now();
        const auto message    = co_await run.message(parts[n].records, prompts.map.user);
        const auto analysis   = run.redaction.completion_text(*parts[n].text);
        auto       comparison = comparison_of(n);
        comparison.expected   = [&, position] { return expected_score(position); };
        const auto verdict    = co_await feedback::judge_with_shared_prefix(run.call, prompts.map.system, message,
                                                                            analysis, &comparison, chunk_time);
        run.usage += verdict.usage;
        failures[n]            = verdict.error_class;
        result.chunks[n].score = verdict.score;
        log_chunk(run.call.log(), "chunk_judged", n, parts.size(), parts[n].records.size(), queued,
                  seconds_since(began),
                  verdict.score ? sdk::log_field{"score", *verdict.score} : sdk::log_field{"excluded", true});
    };

    // The combined analysis first: its score matters most.
    const auto  total = chosen.size() + 1;
    std::size_t done  = 0;
    run.call.progress("judge", done, total);
    const std::function<sdk::task<>(std::size_t)> step = [&](std::size_t n) -> sdk::task<> {
        if (n == 0) co_await judge_whole();
        else co_await judge_chunk(n - 1);
        run.call.progress("judge", ++done, total);
    };
    auto judging = sdk::for_each_bounded(total, run.concurrency, step);
    co_await feedback::run_until(run.last_call_end(), std::move(judging));

    run.call.note("judged_chunks",
                  std::ranges::count_if(result.chunks, [](const auto& entry) { return entry.score.has_value(); }));
    feedback::log_failure(run.call, result.whole);
    error_counts errors;
    for (const auto failure : failures)
        if (!failure.empty()) errors.add(failure);
    if (errors.total() != 0)
    {
        const auto classes = errors.to_string();
        run.call.log().write(sdk::severity::warning, "judge_calls_failed",
                             {{"failed", errors.total()}, {"total", chosen.size()}, {"classes", classes}});
    }
    co_return result;
}

} // namespace verbatim::hierarchy
