#include "hierarchical.hpp"

#include "chunking.hpp"
#include "clustering.hpp"
#include "confidence.hpp"
#include "judging.hpp"
#include "map.hpp"
#include "progress_log.hpp"
#include "prompts.hpp"
#include "reduce.hpp"

#include "verbatim/feedback/explanation.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/tokens.hpp"
#include "verbatim/sdk/text.hpp"

#include <functional>
#include <numeric>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

sdk::task<feedback::redaction> anonymize(sdk::call& call, const analysis_input& input,
                                         const std::optional<coding_trends>& trends)
{
    if (!input.anonymize) co_return feedback::redaction{texts_of(input)};
    feedback::record_fields fields{.records = input.records, .metadata = input.shown_metadata};
    if (trends) fields.labels = codes_of(*trends);
    co_return co_await feedback::redact(call, texts_of(input), {}, std::move(fields));
}

/// The vectors of the redacted contents, and the contents' lengths in code points.
struct embedded_corpus
{
    sdk::vectors             vectors;
    std::vector<std::size_t> characters;
};

sdk::task<embedded_corpus> embed(sdk::call& call, const analysis_input& input, const feedback::redaction& redaction,
                                 std::size_t concurrency)
{
    embedded_corpus               embedded;
    std::vector<sdk::prompt_text> texts;
    const std::function<void()>   write = [&] {
        for (std::size_t n = 0; n != input.records.size(); ++n)
        {
            texts.push_back(redaction.unescaped_text(n));
            embedded.characters.push_back(sdk::utf8::count_code_points(texts.back().text()));
        }
    };
    co_await call.compute(write);

    auto                        vectors = co_await call.embedder()->try_embed(texts, concurrency);
    const std::function<void()> drop    = [&] { std::vector<sdk::prompt_text>{}.swap(texts); };
    co_await call.compute(drop);
    if (!vectors) throw std::move(vectors).error();
    if (vectors->size() != input.records.size())
        throw sdk::error{sdk::errc::llm_error, "the embedder returned another number of vectors than texts"};
    embedded.vectors = std::move(*vectors);
    co_return embedded;
}

std::string_view date_of(const feedback::record& record, std::string_view field)
{
    const auto* value = record.metadata.if_contains(field);
    const auto* text  = value ? value->if_string() : nullptr;
    return text ? std::string_view{*text} : std::string_view{};
}

/// Clusters the records and cuts the clusters into chunks. A chunk whose message would exceed the token limit because
/// of tags, ids and metadata is halved.
sdk::task<std::vector<chunk>> make_chunks(sdk::call& call, const analysis_input& input,
                                          const feedback::redaction& redaction, const embedded_corpus& embedded,
                                          const hierarchical_settings& settings, std::string_view date_field)
{
    const auto         token_limits = call.model().limits();
    const group_limits grouping{.budget   = {settings.target_chunk_tokens, token_limits},
                                .min_size = settings.min_cluster_size};
    auto               groups = co_await cluster(call, embedded.vectors, embedded.characters, grouping);

    std::vector<chunk>          chunks;
    const std::function<void()> cut = [&] {
        std::vector<std::string_view> dates;
        std::vector<std::size_t>      blocks;
        for (std::size_t n = 0; n != input.records.size(); ++n)
        {
            dates.push_back(date_of(*input.records[n], date_field));
            blocks.push_back(sdk::utf8::count_code_points(record_blocks(input, redaction, {{n}}).text()));
        }
        const auto prompt = redaction.text(input.records.size());
        const auto frame  = sdk::utf8::count_code_points(prompts::map(input.language).text()) +
                           sdk::utf8::count_code_points(analysis_message(prompt, {}).text());
        chunks = chunks_of(std::move(groups), embedded.characters, dates, grouping.budget);
        chunks = halve_to_fit(std::move(chunks), blocks, frame, feedback::max_characters(token_limits));
    };
    co_await call.compute(cut);
    co_return chunks;
}

std::string explanation(const judgement& judgement, const feedback::redaction& redaction)
{
    if (!judgement.whole.score) return judgement.whole.explanation;
    return feedback::explanation_with_fields(judgement.whole.explanation, redaction) + " " + coverage(judgement.chunks);
}

} // namespace

sdk::task<analysis_result> hierarchical(sdk::call& call, const analysis_input& input,
                                        const std::optional<coding_trends>& trends,
                                        const hierarchical_settings& settings, std::string_view date_field)
{
    if (!call.embedder()) throw sdk::error{sdk::errc::analysis_unavailable, "no embedder"};
    const auto   concurrency = settings.concurrency.limit;
    progress_log progress{call, input.records.size(), concurrency};

    progress.begin(phase::anonymise);
    const auto redaction = co_await anonymize(call, input, trends);

    progress.begin(phase::embed);
    std::optional<embedded_corpus> embedded = co_await embed(call, input, redaction, concurrency);

    progress.begin(phase::cluster);
    auto chunks = co_await make_chunks(call, input, redaction, *embedded, settings, date_field);
    progress.set_chunk_count(chunks.size());
    const std::function<void()> drop = [&] { embedded.reset(); }; // freeing hundreds of megabytes takes time
    co_await call.compute(drop);

    analysis_run run{.call = call, .input = input, .redaction = redaction, .concurrency = concurrency};
    progress.begin(phase::map);
    const auto parts = co_await map(run, std::move(chunks));
    progress.set_chunk_count(parts.size());

    progress.begin(phase::reduce);
    const auto synthesis = co_await reduce(run, parts, trends);

    progress.begin(phase::judge);
    const auto judgement = co_await judge(run, parts, synthesis);
    progress.end(run.usage);

    auto text = co_await restored(call, input, redaction, synthesis.text);
    co_return analysis_result{.analysis      = std::move(text),
                              .quality_score = judgement.whole.score,
                              .uncertainty_explanation =
                                  with_truncation(explanation(judgement, redaction), synthesis.truncated),
                              .confidence = confidence(judgement.chunks)};
}

} // namespace verbatim::analyze_bulk
