#include "themes/steps.hpp"

#include "themes/model_output.hpp"
#include "themes/offline.hpp"
#include "themes/theme_prompts.hpp"

#include "verbatim/feedback/output_schema.hpp"
#include "verbatim/feedback/tokens.hpp"
#include "verbatim/hierarchy/map.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

namespace verbatim::analyze_bulk::themes {

namespace {

using hierarchy::analysis_run;
using positions = std::span<const std::size_t>;

/// Halves chunks whose message exceeds the token limit. Messages are measured only if one may.
std::vector<hierarchy::chunk> fitting(const analysis_run& run, std::vector<hierarchy::chunk> chunks,
                                      std::size_t overhead, std::size_t max_characters)
{
    constexpr std::size_t growth = 12; // of a byte by its escape, placeholder and the number of its sentence
    constexpr std::size_t tags   = 64;

    const auto may_exceed = [&](const hierarchy::chunk& records) {
        auto size = overhead;
        for (const auto at : records) size += growth * run.input.records[at]->content.size() + tags;
        return size > max_characters;
    };
    if (std::ranges::none_of(chunks, may_exceed)) return chunks;
    std::vector<std::size_t> lengths;
    for (std::size_t n = 0; n != run.input.records.size(); ++n)
        lengths.push_back(feedback::characters_of(numbered_sentences(run.redaction, {{n}})) + tags);
    return hierarchy::halve_to_fit(std::move(chunks), lengths, overhead, max_characters);
}

/// The themes and dimensions in each message of an assignment.
struct theme_display
{
    sdk::prompt_text block;
    std::size_t      length; ///< code points reserved for it in each message
};

theme_display display(const std::vector<theme>& themes, const feedback::redaction& redaction,
                      const sdk::token_limits& limits)
{
    const auto half   = feedback::max_characters(limits) / 2;
    auto       block  = prompts::theme_block(themes, redaction, half);
    const auto length = feedback::characters_of(block);
    if (limits.is_enforced) return {std::move(block), length};

    auto       whole        = prompts::theme_block(themes, redaction, std::string::npos);
    const auto whole_length = feedback::characters_of(whole);
    // A block of shorter texts may fill the half.
    return {std::move(whole), std::min(whole_length, std::max(half, length))};
}

/// For each batch with an answer the records that it leaves out, or of which it has no readable values.
std::vector<hierarchy::chunk> unanswered(const std::vector<hierarchy::partial_analysis>& batches,
                                         const std::vector<theme>&                       themes,
                                         std::span<const dimensions::dimension>          dimensions)
{
    std::vector<hierarchy::chunk> chunks;
    for (const auto& batch : batches)
    {
        const auto read =
            batch.text ? parse_assignments(*batch.text, themes, batch.records.size(), dimensions) : std::nullopt;
        if (!read) continue;
        hierarchy::chunk missing;
        for (std::size_t n = 0; n != batch.records.size(); ++n)
            if (!read->records[n] || (!dimensions.empty() && !read->values[n])) missing.push_back(batch.records[n]);
        if (!missing.empty()) chunks.push_back(std::move(missing));
    }
    return chunks;
}

} // namespace

sdk::task<counted_themes> assign(analysis_run& run, const offline::record_texts& texts,
                                 const std::vector<theme>& themes, std::vector<hierarchy::chunk> chunks,
                                 std::span<const dimensions::dimension> dimensions, bool reads_rest_again)
{
    if (themes.empty() && dimensions.empty())
    {
        counted_themes none;
        auto&          records = none.unassigned[static_cast<std::size_t>(unassigned_reason::no_theme)];
        for (const auto& chunk : chunks) records.insert(records.end(), chunk.begin(), chunk.end());
        std::ranges::sort(records);
        co_return none;
    }

    const auto system = prompts::assignment(!dimensions.empty());
    const auto limits = run.call.model().limits();
    auto       list   = display(themes, run.redaction, limits);
    if (!dimensions.empty())
    {
        sdk::prompt_text lists{"\n\n"};
        const auto       quarter = limits.is_enforced ? feedback::max_characters(limits) / 4 : std::string::npos;
        lists += dimensions::dimension_block(dimensions, run.redaction, quarter);
        list.length += feedback::characters_of(lists);
        list.block += lists;
    }
    const auto overhead =
        feedback::characters_of(system) + feedback::characters_of(prompts::assignment_message({}, {})) + list.length;

    const offline::record_themes_reader reader{themes, texts, dimensions};
    const hierarchy::map_prompts        prompts{
               .system = system,
               .user =
            [&](positions records) {
                return prompts::assignment_message(list.block, numbered_sentences(run.redaction, records));
            },
               .offline       = [&](positions records) { return reader.assignments(records); },
               .output_schema = dimensions.empty() ? &feedback::output_schema_of<assignment_list>("theme_assignments", true)
                                                   : &feedback::output_schema_of<reading_list>("record_readings", true),
               .accept =
            [&](positions records, std::string_view output) {
                return parse_assignments(output, themes, records.size()).has_value();
            },
               .longest =
            [&](positions records, std::size_t limit) {
                return longest::assignments(themes, records.size(), limit, reads_rest_again, dimensions);
            },
               .max_bytes         = std::string::npos,
               .phase             = "assign",
               .chunk_fact        = "batches",
               .failed_chunk_fact = "failed_batches"};
    const auto fit     = [&] { return fitting(run, std::move(chunks), overhead, feedback::max_characters(limits)); };
    auto       batches = co_await run.call.compute(fit);
    const auto answers = co_await hierarchy::map(run, prompts, std::move(batches));

    std::vector<hierarchy::partial_analysis> repeated;
    const auto                               find = [&] { return unanswered(answers, themes, dimensions); };
    if (auto missing = co_await run.call.compute(find); !missing.empty())
    {
        auto again              = prompts;
        again.may_fail          = true;
        again.chunk_fact        = "repeated_batches";
        again.failed_chunk_fact = "failed_repeated_batches";
        repeated                = co_await hierarchy::map(run, again, std::move(missing));
    }
    const auto count = [&] {
        auto counts = count_themes(themes, answers, run.redaction, repeated, dimensions);
        reader.describe(counts.themes);
        return counts;
    };
    co_return co_await run.call.compute(count);
}

} // namespace verbatim::analyze_bulk::themes
