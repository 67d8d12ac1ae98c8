#include "map.hpp"

#include "phases.hpp"
#include "prompts.hpp"

#include "verbatim/feedback/in_time.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

using clock = std::chrono::steady_clock;

/// An answer from most of the chunks is worth more than none at all: a tenth of what is left, at most a minute, is kept
/// for the reduce.
clock::time_point latest_end(clock::time_point deadline)
{
    const auto left = deadline - clock::now();
    return deadline - std::min<clock::duration>(left / 10, std::chrono::minutes{1});
}

/// Why nothing at all was said.
sdk::error common_cause(const std::vector<std::optional<sdk::error>>& failures)
{
    using enum sdk::errc;
    const auto code   = failures.front()->code();
    const bool shared = std::ranges::all_of(failures, [&](const auto& one) { return one->code() == code; });
    const bool told   = code == llm_rate_limited || code == llm_timeout || code == analysis_timeout;
    if (!shared || !told) return sdk::error{analysis_unavailable, "every chunk failed"};

    sdk::error cause{code, "every chunk failed"};
    cause.retry_after =
        std::ranges::max_element(failures, {}, [](const auto& one) { return one->retry_after; })->value().retry_after;
    return cause;
}

void tell_losses(sdk::log& log, const std::vector<std::optional<sdk::error>>& failures)
{
    losses lost;
    for (const auto& one : failures)
        if (one) lost.add(sdk::to_string(one->code()));
    if (lost.count() == 0) return;
    const auto classes = lost.spelled();
    log.write(sdk::severity::warning, "map failures",
              {{"failed", lost.count()}, {"total", failures.size()}, {"classes", classes}});
    if (lost.count() == failures.size()) throw common_cause(failures);
}

} // namespace

sdk::task<std::vector<partial>> map(inquiry& run, std::vector<chunk> chunks)
{
    std::vector<partial> parts;
    for (auto& one : chunks) parts.push_back({.records = std::move(one), .said = {}});

    // Whoever has not answered when time is up was too late.
    std::vector<std::optional<sdk::error>> failures(parts.size(), sdk::error{sdk::errc::analysis_timeout});

    const auto                                    since  = clock::now();
    const auto                                    prompt = run.prompt();
    const std::function<sdk::task<>(std::size_t)> step   = [&](std::size_t n) -> sdk::task<> {
        const auto queued  = seconds_since(since);
        const auto began   = clock::now();
        auto       system  = prompts::map(run.asked.language);
        auto       message = analysis_message(prompt, record_blocks(run.asked, run.names, parts[n].records));
        auto       said    = co_await run.ask(std::move(system), std::move(message));
        if (said) parts[n].said = std::move(*said);
        failures[n] = said ? std::nullopt : std::optional{std::move(said).error()};
        chunk_line(run.call.log_line(), "chunk mapped", n, parts.size(), parts[n].records.size(), queued,
                     seconds_since(began), {"excluded", failures[n].has_value()});
    };
    auto all = sdk::for_each_bounded(parts.size(), run.at_once, step);
    co_await feedback::in_time(latest_end(run.call.deadline()), std::move(all));

    tell_losses(run.call.log_line(), failures);
    co_return parts;
}

std::vector<chunk> halved_to_fit(std::vector<chunk> chunks, std::span<const std::size_t> blocks, std::size_t frame,
                                 std::size_t most)
{
    const auto too_long = [&](const chunk& one) {
        const auto separators = one.size() - 1;
        return std::accumulate(one.begin(), one.end(), frame + separators,
                               [&](std::size_t sum, std::size_t at) { return sum + blocks[at]; }) > most;
    };

    std::vector<chunk> fitting;
    std::ranges::reverse(chunks); // taken from the back, so that the halves of a chunk come in its order
    while (!chunks.empty())
    {
        auto one = std::move(chunks.back());
        chunks.pop_back();
        if (one.size() <= 1 || !too_long(one))
        {
            fitting.push_back(std::move(one));
            continue;
        }
        const auto middle = one.begin() + static_cast<std::ptrdiff_t>((one.size() + 1) / 2);
        chunks.emplace_back(middle, one.end());
        chunks.emplace_back(one.begin(), middle);
    }
    return fitting;
}

} // namespace verbatim::analyze_bulk
