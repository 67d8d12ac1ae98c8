#include "judging.hpp"

#include "phases.hpp"

#include "verbatim/feedback/in_time.hpp"

#include <functional>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

using clock = std::chrono::steady_clock;

/// Restoring, linking and sending a large answer.
constexpr std::chrono::seconds kept_for_the_answer{5};

} // namespace

sdk::task<judgement> judge(inquiry& run, const std::vector<partial>& parts, const synthesis& made)
{
    // Whoever has not judged when time is up was too late.
    const auto too_late = sdk::to_string(sdk::errc::analysis_timeout);
    judgement  found{
         .whole  = {.score = {}, .explanation = std::string{feedback::judge_unavailable}, .failure = too_late},
         .chunks = {}};
    std::vector<std::string_view> failures;
    for (const auto& one : parts)
    {
        found.chunks.push_back({.records = one.records.size(), .score = {}});
        failures.push_back(one.said ? too_late : std::string_view{});
    }

    const auto since    = clock::now();
    const auto prompt   = run.prompt();
    const auto of_whole = [&]() -> sdk::task<> {
        const auto said = run.names.said(made.text);
        found.whole     = co_await feedback::judge_analysis(run.call, made.seen, prompt, said);
        run.paid += found.whole.paid;
    };
    const auto of_chunk = [&](std::size_t n) -> sdk::task<> {
        const auto queued  = seconds_since(since);
        const auto began   = clock::now();
        const auto source  = record_blocks(run.asked, run.names, parts[n].records);
        const auto said    = run.names.said(*parts[n].said);
        const auto verdict = co_await feedback::judge_analysis(run.call, source, prompt, said);
        run.paid += verdict.paid;
        failures[n]           = verdict.failure;
        found.chunks[n].score = verdict.score;
        chunk_line(run.call.log_line(), "chunk judged", n, parts.size(), parts[n].records.size(), queued,
                   seconds_since(began),
                   verdict.score ? sdk::fact{"score", *verdict.score} : sdk::fact{"excluded", true});
    };

    // The synthesis first: what is said of the whole counts most.
    std::vector<std::size_t> said;
    for (std::size_t n = 0; n != parts.size(); ++n)
        if (parts[n].said) said.push_back(n);
    const std::function<sdk::task<>(std::size_t)> step = [&](std::size_t n) {
        return n == 0 ? of_whole() : of_chunk(said[n - 1]);
    };
    auto all = sdk::for_each_bounded(said.size() + 1, run.at_once, step);
    co_await feedback::in_time(run.call.deadline() - kept_for_the_answer, std::move(all));

    feedback::log_failure(run.call, found.whole);
    losses lost;
    for (const auto one : failures)
        if (!one.empty()) lost.add(one);
    if (lost.count() != 0)
    {
        const auto classes = lost.spelled();
        run.call.log_line().write(sdk::severity::warning, "judge failures",
                                  {{"failed", lost.count()}, {"total", said.size()}, {"classes", classes}});
    }
    co_return found;
}

} // namespace verbatim::analyze_bulk
