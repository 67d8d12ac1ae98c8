#include "map.hpp"

#include "offline.hpp"
#include "progress_log.hpp"
#include "prompts.hpp"

#include "verbatim/feedback/run_until.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

using clock = std::chrono::steady_clock;

/// The time when map calls are cancelled. Reserves a tenth of the remaining time, at most a minute, for the reduce: an
/// analysis of most chunks is better than none.
clock::time_point map_deadline(clock::time_point deadline)
{
    const auto remaining = deadline - clock::now();
    return deadline - std::min<clock::duration>(remaining / 10, std::chrono::minutes{1});
}

/// The error of the request if every chunk failed.
sdk::error common_cause(const std::vector<std::optional<sdk::error>>& failures)
{
    using enum sdk::errc;
    const auto code       = failures.front()->code();
    const bool shared     = std::ranges::all_of(failures, [&](const auto& failure) { return failure->code() == code; });
    const bool actionable = code == llm_rate_limited || code == llm_timeout || code == analysis_timeout;
    if (!shared || !actionable) return sdk::error{analysis_unavailable, "every chunk failed"};

    sdk::error cause{code, "every chunk failed"};
    cause.retry_after = std::ranges::max_element(failures, {}, [](const auto& failure) { return failure->retry_after; })
                            ->value()
                            .retry_after;
    return cause;
}

/// Logs the failed chunks. Throws their common cause if every chunk failed.
void report_failures(sdk::log& log, const std::vector<std::optional<sdk::error>>& failures)
{
    error_counts errors;
    for (const auto& failure : failures)
        if (failure) errors.add(sdk::to_string(failure->code()));
    if (errors.total() == 0) return;
    const auto classes = errors.to_string();
    log.write(sdk::severity::warning, "map_calls_failed",
              {{"failed", errors.total()}, {"total", failures.size()}, {"classes", classes}});
    if (errors.total() == failures.size()) throw common_cause(failures);
}

} // namespace

sdk::task<std::vector<partial_analysis>> map(analysis_run& run, std::vector<chunk> chunks)
{
    std::vector<partial_analysis> parts;
    for (auto& records : chunks) parts.push_back({.records = std::move(records), .text = {}});

    // A chunk without a reply at the deadline counts as timed out.
    std::vector<std::optional<sdk::error>> failures(parts.size(), sdk::error{sdk::errc::analysis_timeout});

    const auto                                    since  = clock::now();
    const auto                                    prompt = run.prompt();
    const std::function<sdk::task<>(std::size_t)> step   = [&](std::size_t n) -> sdk::task<> {
        const auto                         queued  = seconds_since(since);
        const auto                         began   = clock::now();
        auto                               system  = prompts::map(run.input.language);
        const auto                         blocks  = co_await run.record_blocks(parts[n].records);
        auto                               message = analysis_message(prompt, blocks);
        const std::function<std::string()> offline = [&run, &part = parts[n]] {
            return offline::analyze(run.input, run.redaction, part.records);
        };
        auto answer = co_await run.complete(std::move(system), std::move(message), offline, max_partial_bytes);
        if (answer) parts[n].text = std::move(*answer);
        failures[n] = answer ? std::nullopt : std::optional{std::move(answer).error()};
        log_chunk(run.call.log(), "chunk_mapped", n, parts.size(), parts[n].records.size(), queued,
                    seconds_since(began), {"excluded", failures[n].has_value()});
    };
    auto mapping = sdk::for_each_bounded(parts.size(), run.concurrency, step);
    co_await feedback::run_until(map_deadline(run.call.deadline()), std::move(mapping));

    report_failures(run.call.log(), failures);
    co_return parts;
}

std::vector<chunk> halve_to_fit(std::vector<chunk> chunks, std::span<const std::size_t> block_lengths,
                                std::size_t overhead, std::size_t max_characters)
{
    const auto too_long = [&](const chunk& records) {
        const auto separators = records.size() - 1;
        return std::accumulate(records.begin(), records.end(), overhead + separators,
                               [&](std::size_t sum, std::size_t at) { return sum + block_lengths[at]; }) >
               max_characters;
    };

    std::vector<chunk> fitting;
    std::ranges::reverse(chunks); // the loop takes chunks from the back, and the halves of a chunk stay in order
    while (!chunks.empty())
    {
        auto records = std::move(chunks.back());
        chunks.pop_back();
        if (records.size() <= 1 || !too_long(records))
        {
            fitting.push_back(std::move(records));
            continue;
        }
        const auto middle = records.begin() + static_cast<std::ptrdiff_t>((records.size() + 1) / 2);
        chunks.emplace_back(middle, records.end());
        chunks.emplace_back(records.begin(), middle);
    }
    return fitting;
}

} // namespace verbatim::analyze_bulk
