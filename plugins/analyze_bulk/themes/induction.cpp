#include "themes/steps.hpp"

#include "themes/model_output.hpp"
#include "themes/offline.hpp"
#include "themes/theme_prompts.hpp"

#include "verbatim/feedback/output_schema.hpp"
#include "verbatim/hierarchy/reduce.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace verbatim::analyze_bulk::themes {

namespace {

using hierarchy::analysis_run;
using hierarchy::partial_analysis;
using positions = std::span<const std::size_t>;

sdk::prompt_text question_of(const analysis_run& run) { return run.redaction.text(run.input.records.size()); }

sdk::prompt_text induction_message(const analysis_run& run, positions records)
{
    return prompts::induction_message(question_of(run), numbered_records(run.redaction, records));
}

/// The end of the induction: the assignment makes as many calls, and the calls after it need time as well.
std::chrono::steady_clock::time_point end_of_induction(const analysis_run& run)
{
    const auto now = run.now();
    return now + (run.call.deadline() - now) * 9 / 20;
}

/// The limit of a list that a dry run expects of a provider.
theme_limit as_model(const theme_limit& limit) { return {.of_model = limit.of_model, .built_in = limit.of_model}; }

/// A line for each candidate.
std::string lines_of(const std::vector<theme_candidate>& candidates)
{
    std::string text;
    for (const auto& candidate : candidates)
        text.append(text.empty() ? "" : "\n").append(candidate.title).append(": ").append(candidate.definition);
    return text;
}

/// The parts with their candidates as lines, without parts that have none.
std::vector<partial_analysis> readable(std::vector<partial_analysis> parts, std::size_t& dropped)
{
    hierarchy::repeated_text_cache texts;
    for (auto& part : parts)
    {
        if (!part.text) continue;
        const auto read = parse_candidates(*part.text, part.records.size());
        part.text.reset();
        if (!read) continue;
        dropped += read->dropped;
        if (!read->themes.empty()) part.text = texts.add(lines_of(read->themes));
    }
    std::erase_if(parts, [](const partial_analysis& part) { return !part.text; });
    return parts;
}

/// At most so many of the records, at equal distances.
hierarchy::chunk sampled(positions records, std::size_t most)
{
    hierarchy::chunk sample;
    const auto       size = std::min(records.size(), most);
    for (std::size_t n = 0; n != size; ++n) sample.push_back(records[n * records.size() / size]);
    return sample;
}

/// `total`: the records of all candidates. Without a provider only the call that combines all of them matters: it
/// counts their records again, and sets `max_themes`.
hierarchy::reduce_prompts consolidation_prompts(const analysis_run& run, const offline::record_texts& texts,
                                                const theme_limit& limit, std::size_t total, std::size_t& max_themes)
{
    const auto list = [&texts, total](positions records, const theme_limit& of_list) {
        constexpr std::size_t max_sample = 2'000;
        auto                  sorted     = sampled(records, records.size() < total ? max_sample : records.size());
        std::ranges::sort(sorted);
        return offline::themes(texts, sorted, of_list);
    };
    return {.system = prompts::consolidation(limit.of_model, run.input.language),
            .user =
                [&run](const sdk::prompt_text& partials) {
                    return prompts::consolidation_message(question_of(run), partials);
                },
            .statistics = {},
            .offline =
                [list, limit, total, &max_themes](positions records, bool) {
                    if (records.size() == total) max_themes = limit.built_in;
                    return list(records, limit);
                },
            .expected      = [list, limit](positions records, bool) { return list(records, as_model(limit)); },
            .output_schema = &feedback::output_schema_of<theme_list>("theme_list"),
            .accept  = [limit](std::string_view output) { return parse_themes(output, limit.of_model).has_value(); },
            .longest = [limit](std::size_t max_characters) { return longest::themes(limit.of_model, max_characters); }};
}

} // namespace

hierarchy::map_prompts candidate_prompts(const analysis_run& run, const offline::record_texts& texts)
{
    return {.system        = prompts::candidates(run.input.language),
            .user          = [&run](positions records) { return induction_message(run, records); },
            .offline       = [&texts](positions records) { return offline::candidates(texts, records); },
            .output_schema = &feedback::output_schema_of<candidate_list>("theme_candidates"),
            .accept        = [](positions        records,
                         std::string_view output) { return parse_candidates(output, records.size()).has_value(); },
            .longest       = [](positions, std::size_t max_characters) { return longest::candidates(max_characters); },
            .max_bytes     = std::string::npos,
            .phase         = "induce"};
}

sdk::task<induced_themes> induce_at_once(analysis_run& run, const offline::record_texts& texts,
                                         const hierarchy::chunk& records, const theme_limit& limit)
{
    std::vector<theme>                themes;
    auto                              max_themes = limit.of_model;
    sdk::chat_request                 request{.system        = prompts::themes(max_themes, run.input.language),
                                              .user          = {},
                                              .output_schema = &feedback::output_schema_of<theme_list>("theme_list")};
    const hierarchy::message_function write = [&run](positions shown) { return induction_message(run, shown); };
    request.user                            = co_await run.message(records, write);
    request.accept                          = [&](std::string_view output) {
        auto read = parse_themes(output, max_themes);
        if (read) themes = std::move(*read);
        return read.has_value();
    };
    request.offline = [&] {
        max_themes = limit.built_in;
        return offline::themes(texts, records, limit);
    };
    request.expected = [&] { return offline::themes(texts, records, as_model(limit)); };
    request.longest  = [&](std::size_t max_characters) { return longest::themes(limit.of_model, max_characters); };
    request.time     = {.deadline = end_of_induction(run)};
    auto completion  = co_await run.complete(request);
    if (!completion) throw std::move(completion).error();
    co_return induced_themes{.themes = std::move(themes)};
}

sdk::task<induced_themes> induce_by_chunk(analysis_run& run, const offline::record_texts& texts,
                                          hierarchy::map_prompts prompts, const std::vector<hierarchy::chunk>& chunks,
                                          const theme_limit& limit, hierarchy::progress_log& progress)
{
    progress.begin(hierarchy::phase::induce);
    const auto end   = end_of_induction(run);
    prompts.deadline = end;
    auto parts       = co_await hierarchy::map(run, prompts, chunks);

    progress.begin(hierarchy::phase::consolidate);
    induced_themes result;
    const auto     read       = [&] { return readable(std::move(parts), result.dropped); };
    const auto     candidates = co_await run.call.compute(read);
    if (candidates.empty()) co_return result;
    const auto total         = std::transform_reduce(candidates.begin(), candidates.end(), std::size_t{0}, std::plus{},
                                                     [](const auto& part) { return part.records.size(); });
    auto       max_themes    = limit.of_model;
    auto       consolidation = consolidation_prompts(run, texts, limit, total, max_themes);
    consolidation.deadline   = end;
    const auto list          = co_await hierarchy::reduce(run, consolidation, candidates);
    result.themes            = parse_themes(list.text, max_themes).value_or(std::vector<theme>{});
    co_return result;
}

hierarchy::chunk all_records(const hierarchy::bulk_input& input)
{
    hierarchy::chunk all(input.records.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

} // namespace verbatim::analyze_bulk::themes
