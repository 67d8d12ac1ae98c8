#include "verbatim/hierarchy/phases.hpp"

#include "verbatim/hierarchy/clustering.hpp"
#include "verbatim/hierarchy/record_map.hpp"

#include "verbatim/feedback/explanation.hpp"
#include "verbatim/feedback/tokens.hpp"
#include "verbatim/sdk/text.hpp"
#include "verbatim/sdk/token_estimate.hpp"

#include <algorithm>
#include <any>
#include <functional>
#include <optional>
#include <utility>

namespace verbatim::hierarchy {

namespace {

/// Chunks of an input, for the second run of a dry run.
struct reusable_chunks
{
    std::vector<const feedback::record*> records; ///< of the input
    std::vector<chunk>                   chunks;
};

using reusable_list = std::vector<reusable_chunks>;

/// Null if the request is no dry run, or if the operation stores another value.
reusable_list* list_of(std::any* reusable)
{
    if (reusable && !reusable->has_value()) reusable->emplace<reusable_list>();
    return std::any_cast<reusable_list>(reusable);
}

/// The vectors of the redacted contents, and the contents' lengths in code points.
struct embedded_corpus
{
    sdk::vectors             vectors;
    std::vector<std::size_t> characters;
};

sdk::task<embedded_corpus> embed(const analysis_run& run)
{
    embedded_corpus               embedded;
    std::vector<sdk::prompt_text> texts;
    const std::function<void()>   write = [&] {
        for (std::size_t n = 0; n != run.input.records.size(); ++n)
        {
            texts.push_back(run.redaction.unescaped_text(n));
            embedded.characters.push_back(sdk::estimation_length(texts.back().text()));
        }
    };
    co_await run.call.compute(write);

    auto                        vectors = co_await run.call.embedder()->try_embed(texts, run.concurrency);
    const std::function<void()> drop    = [&] { std::vector<sdk::prompt_text>{}.swap(texts); };
    co_await run.call.compute(drop);
    if (!vectors) throw std::move(vectors).error();
    if (vectors->size() != run.input.records.size())
        throw sdk::error{sdk::errc::llm_error, "the embedder returned another number of vectors than texts"};
    embedded.vectors = std::move(*vectors);
    co_return embedded;
}

/// A dry run needs no places, and its second run has no vectors.
sdk::task<> reduce_vectors(analysis_run& run, const sdk::vectors& vectors)
{
    if (run.reduces_vectors && !run.call.reusable())
        run.reduced_vectors = co_await reduce_dimensions(run.call, vectors);
}

void check_embedder(sdk::call& call)
{
    if (!call.embedder()) throw sdk::error{sdk::errc::analysis_unavailable, "no embedder"};
}

std::string_view date_of(const feedback::record& record, std::string_view field)
{
    const auto* value = record.metadata.if_contains(field);
    const auto* text  = value ? value->if_string() : nullptr;
    return text ? std::string_view{*text} : std::string_view{};
}

/// Clusters the records and cuts the clusters into chunks. A chunk whose message would exceed the token limit because
/// of tags, ids and metadata is halved.
sdk::task<std::vector<chunk>> cut(const analysis_run& run, const map_prompts& prompts, const embedded_corpus& embedded,
                                  const settings& settings, std::string_view date_field)
{
    const auto         token_limits = run.call.model().limits();
    const group_limits grouping{.budget   = {settings.target_chunk_tokens, token_limits},
                                .min_size = settings.min_cluster_size};
    auto               groups = co_await cluster(run.call, embedded.vectors, embedded.characters, grouping);

    std::vector<chunk>          chunks;
    const std::function<void()> write = [&] {
        std::vector<std::string_view> dates;
        std::vector<std::size_t>      blocks;
        for (std::size_t n = 0; n != run.input.records.size(); ++n)
        {
            dates.push_back(date_of(*run.input.records[n], date_field));
            blocks.push_back(sdk::estimation_length(record_blocks(run.input, run.redaction, {{n}}).text()));
        }
        const auto frame = prompts.system.estimation_length() + feedback::characters_of(prompts.user({})) +
                           feedback::characters_of(prompts.task);
        chunks = chunks_of(std::move(groups), embedded.characters, dates, grouping.budget);
        chunks = halve_to_fit(std::move(chunks), blocks, frame, feedback::max_characters(token_limits));
    };
    co_await run.call.compute(write);
    co_return chunks;
}

} // namespace

void hierarchy_settings(sdk::schema_builder& schema, settings& settings)
{
    schema
        .optional(
            "ANALYZE_TARGET_CHUNK_TOKENS", settings.target_chunk_tokens,
            "Size of a chunk in mode `hierarchical`, in estimated tokens of record contents. Larger chunks need fewer "
            "model calls; smaller ones keep more detail.")
        .at_least(1);
    schema
        .optional("ANALYZE_MIN_CLUSTER_SIZE", settings.min_cluster_size,
                  "Minimum records of a group in mode `hierarchical`. Smaller groups are merged into the nearest one.")
        .at_least(2);
    schema
        .optional(
            "ANALYZE_JUDGE_SAMPLE", settings.judge_sample,
            "Share of the chunks in mode `hierarchical` that a judge scores, from 0 to 1. At least 8 chunks are "
            "judged, or all if there are fewer. A judge reads the records of its chunk again, so 1 nearly doubles the "
            "tokens.")
        .at_least(0)
        .at_most(1);
    feedback::fan_out_setting(schema, settings.concurrency);
}

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("HierarchySettings", "Settings of mode hierarchical.");
    hierarchy_settings(schema, settings);
}

sdk::task<std::vector<chunk>> make_chunks(analysis_run& run, const map_prompts& prompts, const settings& settings,
                                          std::string_view date_field, progress_log& progress)
{
    check_embedder(run.call);
    const auto records = run.input.records;
    if (const auto* list = list_of(run.call.reusable()))
        for (const auto& entry : *list)
            if (std::ranges::equal(entry.records, records)) co_return entry.chunks;

    progress.begin(phase::embed);
    std::optional<embedded_corpus> embedded = co_await embed(run);
    co_await reduce_vectors(run, embedded->vectors);

    progress.begin(phase::cluster);
    auto chunks = co_await cut(run, prompts, *embedded, settings, date_field);
    progress.set_chunk_count(chunks.size());
    const std::function<void()> drop = [&] { embedded.reset(); }; // freeing hundreds of megabytes takes time
    co_await run.call.compute(drop);
    if (auto* list = list_of(run.call.reusable()))
        list->push_back({.records = {records.begin(), records.end()}, .chunks = chunks});
    co_return chunks;
}

sdk::task<> embed_records(analysis_run& run, progress_log& progress)
{
    check_embedder(run.call);
    progress.begin(phase::embed);
    std::optional<embedded_corpus> embedded = co_await embed(run);
    co_await reduce_vectors(run, embedded->vectors);
    const std::function<void()> drop = [&] { embedded.reset(); };
    co_await run.call.compute(drop);
}

feedback::response_text outcome::explanation(const feedback::redaction& redaction,
                                             feedback::label_language   language) const
{
    if (!verdict.whole.score) return feedback::explanation_without_score(verdict.whole, language);
    return feedback::explanation_with_fields(verdict.whole.explanation, redaction) +
           (" " + coverage(verdict.chunks, language));
}

sdk::task<outcome> run_phases(analysis_run& run, const prompts& prompts, const settings& settings,
                              std::string_view date_field, progress_log& progress)
{
    auto chunks = co_await make_chunks(run, prompts.map, settings, date_field, progress);

    outcome result;
    progress.begin(phase::map);
    result.parts = co_await map(run, prompts.map, std::move(chunks));
    progress.set_chunk_count(result.parts.size());

    progress.begin(phase::reduce);
    result.combined = co_await reduce(run, prompts.reduce, result.parts);
    if (prompts.check_combined) co_await prompts.check_combined();

    progress.begin(phase::judge);
    result.verdict = co_await judge(run, prompts, settings.judge_sample, result.parts, result.combined);
    progress.end(run.usage);
    co_return result;
}

} // namespace verbatim::hierarchy
