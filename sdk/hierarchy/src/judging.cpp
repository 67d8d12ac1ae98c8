#include "verbatim/hierarchy/judging.hpp"

#include "verbatim/feedback/answer_sentences.hpp"
#include "verbatim/feedback/concurrency.hpp"
#include "verbatim/feedback/pretty_output.hpp"
#include "verbatim/hierarchy/progress_log.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

namespace verbatim::hierarchy {

namespace {

using clock = std::chrono::steady_clock;

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
    judgement  result{.whole = {.score = {}, .explanation = {}, .error_class = timed_out}, .chunks = {}};
    const auto answered = answered_parts(parts);
    const auto chosen   = chosen_parts(answered, sample);
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
        const auto analysis = co_await feedback::completion_text(run.call, run.redaction, synthesis.text);
        result.whole        = co_await prompts.judge(synthesis.source, analysis, whole_time);
        run.usage += result.whole.usage;
    };
    const auto judge_chunk = [&](std::size_t position) -> sdk::task<> {
        const auto n        = chosen[position];
        const auto queued   = seconds_since(since);
        const auto began    = clock::now();
        const auto message  = co_await run.message(parts[n].records, prompts.map.user);
        const auto analysis = run.redaction.completion_text(*parts[n].text);
        const auto verdict =
            co_await feedback::judge_with_shared_prefix(run.call, prompts.map.system, message, analysis, chunk_time);
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
        /// Chunks left out of the confidence of an analysis.
        run.call.log().write(sdk::severity::warning, "judge_calls_failed",
                             {{"failed", errors.total()}, {"total", chosen.size()}, {"classes", classes}});
    }
    co_return result;
}

std::vector<bool> chosen_for_judging(std::size_t count, double sample)
{
    const auto share  = static_cast<std::size_t>(std::ceil(std::clamp(sample, 0.0, 1.0) * static_cast<double>(count)));
    const auto chosen = std::min(std::max(share, min_judged_chunks), count);

    std::vector<bool> choice(count);
    for (std::size_t n = 0; n != count; ++n) choice[n] = (n + 1) * chosen / count != n * chosen / count;
    return choice;
}

std::optional<double> confidence(std::span<const chunk_score> chunks)
{
    double sum     = 0;
    double records = 0;
    for (const auto& chunk : chunks)
    {
        if (!chunk.score) continue;
        sum += *chunk.score * static_cast<double>(chunk.records);
        records += static_cast<double>(chunk.records);
    }
    if (records == 0) return std::nullopt;
    return std::clamp(sum / records, 0.0, 1.0); // rounding may exceed 1
}

std::string coverage(std::span<const chunk_score> chunks, feedback::label_language language)
{
    const auto& sentences = feedback::answer_sentences_in(language);
    const auto  total     = std::to_string(chunks.size());

    std::size_t judged  = 0;
    std::size_t omitted = 0;
    double      weakest = 1;
    for (const auto& chunk : chunks)
    {
        omitted += !chunk.is_chosen;
        if (!chunk.score) continue;
        ++judged;
        weakest = std::min(weakest, *chunk.score);
    }
    if (judged == 0) return feedback::filled(sentences.no_confidence, {{"total", total}});

    const auto  left_out = chunks.size() - omitted - judged;
    std::string failures =
        left_out == 0 ? "" : feedback::filled(sentences.failures, {{"count", std::to_string(left_out)}});
    if (!failures.empty()) failures = omitted == 0 ? " (" + failures + ")" : ", " + failures;
    return feedback::filled(omitted == 0 ? sentences.confidence : sentences.sampled_confidence,
                            {{"judged", std::to_string(judged)},
                             {"total", total},
                             {"omitted", std::to_string(omitted)},
                             {"failures", failures},
                             {"weakest", feedback::two_decimals(weakest)}});
}

} // namespace verbatim::hierarchy
